import { DRAFT_KEY_PREFIX, clearViewedData, withLocalStorage } from '#api/device-storage';
import { EXTRAS_KEY } from '#api/session';

/** Removes an extra that the login announced, before the next login would; another may take its place. */
export function removeExtra(over: string, instead: string[] = []) {
  withLocalStorage((storage) => {
    const extras = JSON.parse(storage.getItem(EXTRAS_KEY) ?? '[]') as string[];
    storage.setItem(EXTRAS_KEY, JSON.stringify([...extras.filter((one) => one !== over), ...instead]));
  });
}

/** Deletes drafts and cached answers of this device: they are about things that are gone. */
export async function clearDeviceData(): Promise<void> {
  withLocalStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(DRAFT_KEY_PREFIX)) storage.removeItem(key);
  });
  await clearViewedData();
}
