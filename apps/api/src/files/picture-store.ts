import type { Readable } from 'node:stream';
import type { DateText } from '@pulso/contract/kit/dates';

/** One image in all its sizes. */
export type ImageFiles = { file: string; bytes: Buffer }[];

export type StoredPicture = { name: string; modified: Date };
export type QuarantinedPicture = { name: string; day: DateText };

export type ReadFile = { bytes: Readable; length: number | undefined; etag: string | undefined };

/** Where pictures are kept. A picture is a random name, and under it one file for each size. */
export type PictureStore = {
  /** For people who read the log. */
  place: string;
  /** A folder that the file server reads by itself, or how a file is read; 'unchanged' since the etag, undefined if it is not there. */
  source:
    | { folder: string }
    | { read: (name: string, file: string, etag?: string) => Promise<ReadFile | 'unchanged' | undefined> };
  /** Resolves when all sizes are there; when it rejects, nobody has learned the name. */
  publish: (name: string, files: ImageFiles) => Promise<void>;
  /** Under another name, in all sizes, as `publish` does; false if it is not there. Either may be removed without the other. */
  copy: (from: string, name: string) => Promise<boolean>;
  remove: (name: string) => Promise<void>;
  list: () => Promise<{ pictures: StoredPicture[]; quarantined: QuarantinedPicture[] }>;
  /** In quarantine a picture is not served. Moving one that another node has moved already does nothing. */
  quarantine: (picture: QuarantinedPicture) => Promise<void>;
  restore: (picture: QuarantinedPicture) => Promise<void>;
  removeQuarantined: (picture: QuarantinedPicture) => Promise<void>;
  /** Removes what uploads that never ended and emptied quarantines left behind. */
  tidy: (before: Date) => Promise<void>;
  mark: {
    /** What a person deletes to have it written again. */
    place: string;
    read: () => Promise<string | undefined>;
    /** Unless there is one; resolves to what is there then. */
    write: (text: string) => Promise<string>;
  };
};

// Dotfiles, because those are never served and are copied along with the folder.
export const QUARANTINE = '.orphans';
export const INSTALLATION_FILE = '.installation';

export const isPictureName = (name: string) => /^[\w-]{22}$/.test(name);
