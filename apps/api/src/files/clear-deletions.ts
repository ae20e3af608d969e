import type { Db } from '#db/schema/database';
import { removeOldDeletions } from '#db/stores/deleted-rows';
import { imagesInUse } from '#db/stores/images-in-use';
import type { Uploads } from '#files/uploads';

/** Removes what can be restored no more, with its pictures, unless another row has borrowed one. */
export async function clearDeletions(db: Db, uploads: Pick<Uploads, 'remove'>): Promise<void> {
  const images = await removeOldDeletions(db);
  const usedImages = await imagesInUse(db, images);
  for (const image of images) if (!usedImages.has(image)) await uploads.remove(image);
}
