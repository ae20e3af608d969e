import { DRAFTS, forgetSeen, withStorage } from '#api/device';
import { EXTRAS } from '#api/session';

/** What the login announced is over, before the next login would say so; something else may come in its place. */
export function endOffer(over: string, instead: string[] = []) {
  withStorage((storage) => {
    const known = JSON.parse(storage.getItem(EXTRAS) ?? '[]') as string[];
    storage.setItem(EXTRAS, JSON.stringify([...known.filter((one) => one !== over), ...instead]));
  });
}

/** What this device kept is about things that are gone. */
export async function forgetKept(): Promise<void> {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(DRAFTS)) storage.removeItem(key);
  });
  await forgetSeen();
}
