import { DRAFTS, forgetSeen, withStorage } from '#api/device';
import { EXTRAS } from '#api/session';

/** Removes an extra that the login announced, before the next login would; another may take its place. */
export function endOffer(over: string, instead: string[] = []) {
  withStorage((storage) => {
    const known = JSON.parse(storage.getItem(EXTRAS) ?? '[]') as string[];
    storage.setItem(EXTRAS, JSON.stringify([...known.filter((one) => one !== over), ...instead]));
  });
}

/** Deletes drafts and cached answers of this device: they are about things that are gone. */
export async function forgetKept(): Promise<void> {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(DRAFTS)) storage.removeItem(key);
  });
  await forgetSeen();
}
