import { isSavingData, workerAddress } from '@pulso/web/offline/worker-address';

const SCOPE = '/mi/';

export const registerWorker = () => navigator.serviceWorker.register(workerAddress(`${SCOPE}sw.js`), { scope: SCOPE });
/** Registration of this app's worker, or undefined: the panel has one for the places above. */
export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker?.getRegistration(SCOPE);
  return found?.scope.endsWith(SCOPE) ? found : undefined;
}

/** Makes the app open without the network from now on. Without a worker (plain HTTP, storage blocked) it works as before. */
export async function prepareForOffline() {
  if (import.meta.env.PROD && navigator.serviceWorker && !isSavingData()) await registerWorker();
}
