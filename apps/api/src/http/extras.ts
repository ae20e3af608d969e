/** An answer as the two documents have it, where nothing beyond them is wanted. */
export function withoutExtras<T extends { version?: number }>(row: T, extras: boolean): T {
  if (extras) return row;
  const { version: _, ...rest } = row;
  // What is left lacks only an optional field.
  return rest as T;
}
