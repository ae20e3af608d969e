import type { QueryClient } from '@tanstack/react-query';
import { saveSoon } from '#api/last-seen';
import { KEPT_MS } from '#api/old';

type Policy = { createScriptURL: (address: string) => string };
type TrustedTypes = { createPolicy: (name: string, policy: Policy) => Policy };

/** The panel's policy takes a worker's address from a named rule only; browsers that know no such rules take a text. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy: Policy = { createScriptURL: (address) => address };
  return (trustedTypes?.createPolicy('pulso-worker', policy) ?? policy).createScriptURL('/sw.js');
}

type Syncing = { periodicSync?: { register: (name: string, options: { minInterval: number }) => Promise<void> } };

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * From here on the panel opens without the network. It looks for a next version each time; where there is no worker (plain
 * HTTP, storage blocked) all is as without.
 */
export async function prepareForOffline(client: QueryClient) {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker || savesData()) return;
  // What came before there was one is worth keeping too.
  serviceWorker.addEventListener('controllerchange', () => client.getQueryCache().getAll().forEach(saveSoon));
  const { periodicSync } = (await serviceWorker.register(workerAddress())) as ServiceWorkerRegistration & Syncing;
  // Only where it is installed and the browser allows it: the worker then drops what is old though nobody opens the panel.
  await periodicSync?.register('viejo', { minInterval: KEPT_MS });
}
