/** Filter value that lets every row pass. */
export const ALL_VALUE = 'todos';
export const allOption = (label: string) => ({ value: ALL_VALUE, label });

/** True if a yes/no filter lets a row pass: `yes` is the choice that wants the flag set. */
export function passesFlagFilter(chosen: string, yes: string, flag: boolean): boolean {
  return chosen === ALL_VALUE || (chosen === yes) === flag;
}

/** True if a filter by key lets a row pass. */
export function passesKeyFilter(chosen: string, key: string | number | null): boolean {
  return chosen === ALL_VALUE || chosen === String(key);
}
