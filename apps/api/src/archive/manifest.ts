import * as z from 'zod/mini';
import { sha256 } from '#archive/tar';

export const FORMAT = 1;

export const README = 'LEEME.txt';
export const MANIFEST = 'manifest.json';
/** As `sha256sum` writes it, so that the manifest itself is beyond doubt too. */
export const MANIFEST_HASH = 'manifest.sha256';
export const hashLine = (manifest: Buffer) => `${sha256(manifest)}  ${MANIFEST}\n`;

const count = z.int().check(z.nonnegative());

/** What a backup holds. At the end of its file, so that half a file has none. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The version that made it. */
  pulso: z.string(),
  made_at: z.string(),
  /** Those that the database had, in order: they make the tables again. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** In an order in which rows come after those that they refer to. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: count,
      chunks: count,
      /** Of the rows as COPY writes them, sorted by their key. */
      sha256: z.string(),
    }),
  ),
  /** The last generated id of each; null if there was none. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.nullable(z.number()) })),
  images: z.array(z.object({ name: z.string(), files: z.record(z.string(), z.string()) })),
  /** Images that rows name and the store did not have. */
  missing_images: z.array(z.string()),
  /** The hash of all bytes of the file before this entry. */
  before: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type TableContent = Manifest['tables'][number];

/** Only as much as any version can read. */
export const anyManifest = z.looseObject({ format: z.number() });

export const chunkName = (table: string, index: number) => `data/${table}/${String(index).padStart(4, '0')}.copy.gz`;
export const imageName = (name: string, file: string) => `images/${name}/${file}`;

export const rowCount = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0);
