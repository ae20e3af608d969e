import type { QueryClient } from '@tanstack/react-query';
import { storeAnswerSoon } from '#api/stored/stored-answers';
import { STORED_LIFETIME_MS } from '#api/stored/expiry';

type ScriptPolicy = { createScriptURL: (address: string) => string };
type TrustedTypes = { createPolicy: (name: string, policy: ScriptPolicy) => ScriptPolicy };

/**
 * Trusted Types take a worker's address from a named rule only; browsers without such rules take a
 * text.
 */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy: ScriptPolicy = { createScriptURL: (address) => address };
  return (trustedTypes?.createPolicy('pulso-worker', policy) ?? policy).createScriptURL('/sw.js');
}

type PeriodicSyncRegistration = {
  periodicSync?: { register: (name: string, options: { minInterval: number }) => Promise<void> };
};

const isSavingData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Makes the panel open without the network from now on, and checks for a new version each time. Without a worker (plain
 * HTTP, storage blocked) the panel works as before.
 */
export async function prepareForOffline(client: QueryClient) {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker || isSavingData()) return;
  // Answers that arrived before the worker took control are worth storing too.
  serviceWorker.addEventListener('controllerchange', () => client.getQueryCache().getAll().forEach(storeAnswerSoon));
  const { periodicSync } = (await serviceWorker.register(workerAddress())) as ServiceWorkerRegistration &
    PeriodicSyncRegistration;
  // Works only if the panel is installed and the browser allows it: the worker then drops expired data even if nobody
  // opens the panel.
  await periodicSync?.register('viejo', { minInterval: STORED_LIFETIME_MS });
}
