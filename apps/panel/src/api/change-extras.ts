import type { Extra } from '@pulso/contract/accounts/extras';
import { withLocalStorage } from '#api/device-storage';
import { EXTRAS_KEY } from '#api/session';

/** Removes an extra that the login announced, before the next login would; others may take its place. */
export function removeExtra(over: Extra, instead: Extra[] = []) {
  withLocalStorage((storage) => {
    const extras = JSON.parse(storage.getItem(EXTRAS_KEY) ?? '[]') as string[];
    storage.setItem(EXTRAS_KEY, JSON.stringify([...extras.filter((one) => one !== over), ...instead]));
  });
}
