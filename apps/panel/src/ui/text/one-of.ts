/** The value if it is a known one, else undefined: an address may be written by hand. */
export function oneOf<T extends string>(known: readonly T[], value: string): T | undefined {
  return known.find((one) => one === value);
}
