import type { Db } from '#db/database';
import { removeOldDeletions } from '#db/deleted-rows';
import { imagesInUse } from '#db/images-in-use';
import type { Uploads } from '#files/uploads';

/** Removes what can be restored no more, with its pictures, unless another row has borrowed one. */
export async function clearDeletions(db: Db, uploads: Pick<Uploads, 'remove'>): Promise<void> {
  const images = await removeOldDeletions(db);
  const used = await imagesInUse(db, images);
  for (const image of images) if (!used.has(image)) await uploads.remove(image);
}
