/** The value of a filter that leaves everything. */
export const ALL = 'todos';
export const allOption = (label: string) => ({ value: ALL, label });

/** What a filter of two answers leaves: `yes` is the answer that wants the flag set. */
export function agrees(chosen: string, yes: string, flag: boolean): boolean {
  return chosen === ALL || (chosen === yes) === flag;
}

/** What a filter by a key leaves. */
export function isChosen(chosen: string, key: string | number | null): boolean {
  return chosen === ALL || chosen === String(key);
}
