import { createTestFolder, startS3 } from '@pulso/testing/s3';
import { diskStore } from '#files/disk-store';
import type { PictureStore } from '#files/picture-store';
import { s3Store } from '#files/s3-store';

/** An empty store of each kind. */
export const STORES: [string, () => Promise<PictureStore>][] = [
  ['a folder', async () => diskStore(await createTestFolder('pulso-uploads-'))],
  ['a bucket', async () => s3Store((await startS3()).settings)],
];
