/** A number typed with comma or point, at most two decimals; undefined if it is none. */
export function readNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^\d+(?:\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

/** A number as it is typed, '22,5'; '' for none. */
export const typedText = (value: number | null): string => (value === null ? '' : String(value).replace('.', ','));
