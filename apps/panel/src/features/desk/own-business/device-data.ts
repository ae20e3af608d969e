import { DRAFT_KEY_PREFIX, clearViewedData, withLocalStorage } from '#api/device-storage';

/** Deletes drafts and cached answers of this device: they are about things that are gone. */
export async function clearDeviceData(): Promise<void> {
  withLocalStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(DRAFT_KEY_PREFIX)) storage.removeItem(key);
  });
  await clearViewedData();
}
