import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import * as z from 'zod/mini';
import { sha256 } from '#archive/tar';
import { isPictureName } from '#files/picture-store';

/** Raised as soon as a backup holds anything that this version would not know, such as another size of images. */
export const FORMAT_VERSION = 1;

export const README = 'LEEME.txt';
export const MANIFEST = 'manifest.json';
/** The manifest's own hash, in the format of `sha256sum`, so that it is beyond doubt too. */
export const MANIFEST_HASH = 'manifest.sha256';
export const hashLine = (manifest: Buffer) => `${sha256(manifest)}  ${MANIFEST}\n`;

const count = z.int().check(z.nonnegative());
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const identifier = z.string().check(z.regex(/^[a-z]\w*$/));
const pictureName = z.string().check(z.refine(isPictureName));
const imageFile = z.enum(IMAGE_SIZES.map(({ file }) => file));

/**
 * The content of a backup, at the end of its file, so that half a file has none. An attacker can make the hashes too,
 * so names are checked by their use: those of images are paths in the store; tables and columns are compared with
 * those that the migrations make (`recreateTables`).
 */
export const manifestSchema = z.object({
  format: z.literal(FORMAT_VERSION),
  /** The version that made the backup. */
  pulso: z.string(),
  made_at: z.string(),
  /** Migrations that the database had, in order: they make the tables again. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Tables in an order in which rows come after those that they refer to. */
  tables: z.array(
    z.object({
      name: identifier,
      columns: z.array(identifier).check(z.minLength(1)),
      rows: count,
      chunks: count,
      /** Hash of the rows as COPY writes them, sorted by their key. */
      sha256: hash,
    }),
  ),
  /** `last` is the last generated id; null if there was none. */
  sequences: z.array(z.object({ table: identifier, column: identifier, last: z.nullable(count) })),
  images: z.array(z.object({ name: pictureName, files: z.partialRecord(imageFile, hash) })),
  /** Images that rows name and the store did not have. */
  missing_images: z.array(pictureName),
  /** The hash of all bytes of the file before this entry. */
  before: hash,
});
export type Manifest = z.infer<typeof manifestSchema>;
export type TableContent = Manifest['tables'][number];

/** The part of a manifest that any version can read. */
export const anyManifest = z.looseObject({ format: z.number() });

export const chunkName = (table: string, index: number) => `data/${table}/${String(index).padStart(4, '0')}.copy.gz`;
export const imageName = (name: string, file: string) => `images/${name}/${file}`;

export const rowCount = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0);
