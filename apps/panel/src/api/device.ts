/** Under which this device keeps what was typed and not saved. */
export const DRAFTS = 'pulso-borrador:';

/** What this device keeps between visits; undefined where storage is blocked or full, and the panel works without. */
export function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
