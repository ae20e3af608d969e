/** Filter value that lets every row pass. */
export const ALL = 'todos';
export const allOption = (label: string) => ({ value: ALL, label });

/** True if a yes/no filter lets a row pass: `yes` is the choice that wants the flag set. */
export function agrees(chosen: string, yes: string, flag: boolean): boolean {
  return chosen === ALL || (chosen === yes) === flag;
}

/** True if a filter by key lets a row pass. */
export function isChosen(chosen: string, key: string | number | null): boolean {
  return chosen === ALL || chosen === String(key);
}
