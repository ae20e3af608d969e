import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const PATH_FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** Path of a program; undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  PATH_FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** A sentence about those that are not installed. */
export function findMissingPrograms(...names: string[]): string | undefined {
  const missing = names.filter((name) => findProgram(name) === undefined);
  return missing.length > 0 ? `It needs ${missing.join(', ')}.` : undefined;
}
