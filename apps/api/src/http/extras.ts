/** An answer as the two documents have it, where nothing beyond them is wanted. */
export function withoutExtras<T extends { version?: number }>(row: T, extras: boolean): T {
  // What is undefined does not get into JSON.
  return extras ? row : { ...row, version: undefined };
}
