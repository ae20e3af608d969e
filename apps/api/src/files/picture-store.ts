import type { Readable } from 'node:stream';
import { isDate, type DateText } from '@pulso/contract/kit/dates';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';

/** One image in all its sizes. */
export type ImageFiles = { file: string; bytes: Buffer }[];

export type StoredPicture = { name: string; modified: Date };
export type QuarantinedPicture = { name: string; day: DateText };

export type FileContent = { bytes: Readable; length: number | undefined; etag: string | undefined };

/** Storage for pictures. A picture is a random name, and under it one file for each size. */
export type PictureStore = {
  /** The store's address, for people who read the log. */
  place: string;
  /** A folder for the file server, or a reader: 'unchanged' since the etag, undefined if there is no such file. */
  source:
    | { folder: string }
    | { read: (name: string, file: string, etag?: string) => Promise<FileContent | 'unchanged' | undefined> };
  /** Resolves when all sizes are there; when it rejects, nobody has learned the name. */
  publish: (name: string, files: ImageFiles) => Promise<void>;
  /** Publishes a picture under a second name; false if there is none. Either may be removed without the other. */
  copy: (from: string, name: string) => Promise<boolean>;
  remove: (name: string) => Promise<void>;
  list: () => Promise<{ pictures: StoredPicture[]; quarantined: QuarantinedPicture[] }>;
  /** In quarantine a picture is not served. Moving one that another node has moved already does nothing. */
  quarantine: (picture: QuarantinedPicture) => Promise<void>;
  restore: (picture: QuarantinedPicture) => Promise<void>;
  removeQuarantined: (picture: QuarantinedPicture) => Promise<void>;
  /** Removes the remains of uploads that never ended and of emptied quarantines. */
  tidy: (before: Date) => Promise<void>;
  mark: {
    /** The mark's path: a person deletes it to have it written again. */
    place: string;
    read: () => Promise<string | undefined>;
    /** Writes the mark unless there is one; resolves to the mark that is there then. */
    write: (text: string) => Promise<string>;
  };
};

// Dotfiles, because those are never served and are copied along with the folder.
export const QUARANTINE = '.orphans';
export const INSTALLATION_FILE = '.installation';

export const isPictureName = (name: string) => /^[\w-]{22}$/.test(name);
export const isImageFile = (file: string) => IMAGE_SIZES.some((size) => size.file === file);

/** The place of a picture, or of one of its files, in a store. Any other name would be a path to somewhere else, and throws. */
export function picturePath(name: string, file?: string): string {
  const path = file === undefined ? name : `${name}/${file}`;
  if (!isPictureName(name) || (file !== undefined && !isImageFile(file)))
    throw new Error(`not a picture of ours: ${JSON.stringify(path)}`);
  return path;
}

export function quarantinePath({ name, day }: QuarantinedPicture): string {
  if (!isDate(day)) throw new Error(`not a day: ${JSON.stringify(day)}`);
  return `${QUARANTINE}/${day}/${picturePath(name)}`;
}
