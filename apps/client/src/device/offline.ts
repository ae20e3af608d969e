type ScriptPolicy = { createScriptURL: (address: string) => string };
type TrustedTypes = { createPolicy: (name: string, policy: ScriptPolicy) => ScriptPolicy };

const SCOPE = '/mi/';

/** Trusted Types take a worker's address from a named rule only; browsers without such rules take a text. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy: ScriptPolicy = { createScriptURL: (address) => address };
  return (trustedTypes?.createPolicy('pulso-mi-worker', policy) ?? policy).createScriptURL(`${SCOPE}sw.js`);
}

const isSavingData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

export const registerWorker = () => navigator.serviceWorker.register(workerAddress(), { scope: SCOPE });
/** Registration of this app's worker, or undefined: the panel has one for the places above. */
export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker?.getRegistration(SCOPE);
  return found?.scope.endsWith(SCOPE) ? found : undefined;
}

/** Makes the app open without the network from now on. Without a worker (plain HTTP, storage blocked) it works as before. */
export async function prepareForOffline() {
  if (import.meta.env.PROD && navigator.serviceWorker && !isSavingData()) await registerWorker();
}
