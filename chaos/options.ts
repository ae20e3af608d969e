import { parseArgs } from 'node:util';

export type Options = {
  minutes?: number;
  kills?: number;
  seed: number;
  /** Users that are there before anything is broken. */
  users: number;
  parts: string[];
};

/** Throws a sentence for the person who typed it. */
export function readOptions(args: string[], known: string[]): Options {
  const option = { type: 'string' } as const;
  const { values, positionals } = parsed(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { minutes: option, kills: option, seed: option, users: option },
    }),
  );
  const number = (name: keyof typeof values, isWhole = true) => {
    const text = values[name];
    if (text === undefined) return undefined;
    const value = Number(text);
    if (text.trim() === '' || !(value > 0) || (isWhole && !Number.isInteger(value)))
      throw new Error(`--${name}: debe ser un número${isWhole ? ' entero' : ''} mayor que cero`);
    return value;
  };
  const unknown = positionals.find((part) => !known.includes(part));
  if (unknown !== undefined) throw new Error(`No existe la parte «${unknown}». Hay: ${known.join(', ')}.`);
  return {
    minutes: number('minutes', false),
    kills: number('kills'),
    seed: number('seed') ?? Math.floor(Math.random() * 1_000_000) + 1,
    users: number('users') ?? 0,
    parts: positionals,
  };
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Error('Las opciones son --minutes, --kills, --seed y --users, cada una con un número.', { cause: error });
  }
}
