/** An answer as the two documents have it, where nothing beyond them is wanted. */
export function withoutExtras<T extends object>(row: T, extras: boolean, beyond = ['version']): T {
  // What is undefined does not get into JSON.
  return extras ? row : { ...row, ...Object.fromEntries(beyond.map((name) => [name, undefined])) };
}
