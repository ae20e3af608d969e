import type { QueryClient } from '@tanstack/react-query';
import { isSavingData, workerAddress } from '@pulso/web/offline/worker-address';
import { storeAnswerSoon } from '#api/stored/stored-answers';
import { STORED_LIFETIME_MS } from '#api/stored/expiry';

type PeriodicSyncRegistration = {
  periodicSync?: { register: (name: string, options: { minInterval: number }) => Promise<void> };
};

/**
 * Makes the panel open without the network from now on, and checks for a new version each time. Without a worker (plain
 * HTTP, storage blocked) the panel works as before.
 */
export async function prepareForOffline(client: QueryClient) {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker || isSavingData()) return;
  // Answers that arrived before the worker took control are worth storing too.
  serviceWorker.addEventListener('controllerchange', () => client.getQueryCache().getAll().forEach(storeAnswerSoon));
  const { periodicSync } = (await serviceWorker.register(workerAddress('/sw.js'))) as ServiceWorkerRegistration &
    PeriodicSyncRegistration;
  // Works only if the panel is installed and the browser allows it: the worker then drops expired data even if nobody
  // opens the panel.
  await periodicSync?.register('viejo', { minInterval: STORED_LIFETIME_MS });
}
