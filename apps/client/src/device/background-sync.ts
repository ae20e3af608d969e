import { findWorker } from '#device/offline';

/** Name of the event in which the worker sends what waits; behind it stands the version of the app. */
const TAG = 'pulso-mi-envio ';

/** Version of the app that asked for an event; undefined for any other event. */
export const releaseIn = (tag: string): string | undefined => (tag.startsWith(TAG) ? tag.slice(TAG.length) : undefined);

/** Tells the pages of a person that her storage has news. */
export const newsChannel = (personId: number) => new BroadcastChannel(`pulso-mi-${personId}`);

type SyncRegistration = { sync?: { register: (tag: string) => Promise<void> } };

/** Asks the browser for that event, at once or when there is a connection again; not every browser has it. */
export async function askForSync(release: string): Promise<void> {
  const worker = (await findWorker()) as SyncRegistration | undefined;
  await worker?.sync?.register(TAG + release);
}
