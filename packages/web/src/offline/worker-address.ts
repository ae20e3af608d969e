type ScriptPolicy = { createScriptURL: (address: string) => string };
type TrustedTypes = { createPolicy: (name: string, policy: ScriptPolicy) => ScriptPolicy };

/** A worker's address as Trusted Types take it, from a named rule only; browsers without such rules take a text. */
export function workerAddress(path: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy: ScriptPolicy = { createScriptURL: (address) => address };
  return (trustedTypes?.createPolicy('pulso-worker', policy) ?? policy).createScriptURL(path);
}

export const isSavingData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
