/** Placeholders that a message to a client may use. */
export const placeholders = [
  'nombre',
  'plan',
  'vence',
  'dias',
  'precio',
  'deuda',
  'alias',
  'negocio',
  'link',
  'antes',
  'desde',
  'monto',
  'fecha',
  'concepto',
  // Only what sends an access fills these two.
  'acceso',
  'codigo',
] as const;
export type Placeholder = (typeof placeholders)[number];
export type MessageValues = Partial<Record<Placeholder, string | null>>;

// Braces around anything but a word are meant as braces.
const PLACEHOLDER_PATTERN = /\{[ \t]*[\p{L}\p{N}_]+[ \t]*\}/gu;
const PLACEHOLDER_BY_TEXT = new Map<string, Placeholder>(placeholders.map((name) => [`{${name}}`, name]));

const OFFERED_PLACEHOLDERS = [...PLACEHOLDER_BY_TEXT.keys()].join(', ');

/** 'No conozco {xyz}. Puedes usar: {nombre}, …'; undefined where every placeholder is known. */
export function unknownPlaceholders(text: string): string | undefined {
  const unknown = [...new Set(text.match(PLACEHOLDER_PATTERN))].filter((found) => !PLACEHOLDER_BY_TEXT.has(found));
  if (unknown.length === 0) return undefined;
  return `No conozco ${unknown.join(', ')}. Puedes usar: ${OFFERED_PLACEHOLDERS}`;
}

/** A line with a placeholder that has no value is left out whole. Braces inside a value stay as they are. */
export function fillTemplate(text: string, values: MessageValues): string {
  const valueOf = (found: string) => {
    const name = PLACEHOLDER_BY_TEXT.get(found);
    return name === undefined ? found : (values[name] ?? '');
  };
  return text
    .split('\n')
    .filter((line) => (line.match(PLACEHOLDER_PATTERN) ?? []).every((found) => valueOf(found).trim() !== ''))
    .map((line) => line.replace(PLACEHOLDER_PATTERN, valueOf))
    .join('\n');
}

/** 'Ana' of 'Ana María Gómez'. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? '';
}
