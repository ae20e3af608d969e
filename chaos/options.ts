import { parseArgs } from 'node:util';

/** The only number that may be a fraction. */
const FRACTION_OPTION = 'minutes';

/** Numbers by their names, and words that are among `words`. Throws a sentence for the person who typed it. */
export function readOptions<Name extends string>(args: string[], names: readonly Name[], words: string[] = []) {
  const { values, positionals } = parseOrExplain(names, () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    }),
  );
  const unknown = positionals.find((word) => !words.includes(word));
  if (unknown !== undefined)
    throw new Error(`No existe la parte «${unknown}».${words.length > 0 ? ` Hay: ${words.join(', ')}.` : ''}`);
  const numbers: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const text = values[name];
    if (text !== undefined) numbers[name] = parseNumber(name, text);
  }
  return { ...numbers, words: positionals };
}

/** A random seed for runs without one, short enough to be typed again. */
export const newSeed = () => Math.floor(Math.random() * 1_000_000) + 1;

function parseNumber(name: string, text: string): number {
  const value = Number(text);
  const isWhole = name !== FRACTION_OPTION;
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0 || (isWhole && !Number.isInteger(value)))
    throw new Error(`--${name}: debe ser un número${isWhole ? ' entero' : ''} mayor que cero`);
  return value;
}

function parseOrExplain<T>(names: readonly string[], parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const named = names.map((name) => `--${name}`);
    const list = new Intl.ListFormat('es').format(named);
    throw new Error(named.length > 0 ? `Las opciones son ${list}, con un número cada una.` : 'No lleva opciones.', {
      cause: error,
    });
  }
}
