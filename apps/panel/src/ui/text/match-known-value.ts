/** The value if it is a known one, else undefined: an address may be written by hand. */
export function matchKnownValue<T extends string>(knownValues: readonly T[], value: string): T | undefined {
  return knownValues.find((one) => one === value);
}
