import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config';
import { diskStore } from '#files/disk-store';
import type { PictureStore } from '#files/picture-store';
import { s3Store } from '#files/s3-store';

/** The configured bucket, or the folder in DATA_DIR. */
export async function openStore({ DATA_DIR, S3 }: Config): Promise<PictureStore> {
  if (S3) return s3Store(S3);
  const folder = join(DATA_DIR, 'uploads');
  await mkdir(folder, { recursive: true });
  return diskStore(folder);
}
