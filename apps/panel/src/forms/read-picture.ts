import { CallFailure } from '@pulso/web/answers';
import { apiAddress } from '#api/address';
import { renewToken, TIMEOUT_MS } from '#api/client';
import { leaveExpiredSession, readToken } from '#api/session';

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new CallFailure(0, undefined));
    reader.readAsDataURL(blob);
  });
}

/** Loads a picture that needs a session, as an object address: an image in the page sends no token. */
export async function readPicture(path: string, signal: AbortSignal, isRenewed = false): Promise<string> {
  const answer = await fetch(`${apiAddress()}/${path}`, {
    headers: { Authorization: `Bearer ${readToken() ?? ''}` },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new CallFailure(0, undefined);
  });
  if (answer.status === 401) {
    if (!isRenewed && (await renewToken())) return readPicture(path, signal, true);
    leaveExpiredSession();
  }
  if (!answer.ok) throw new CallFailure(answer.status, undefined);
  return toDataUrl(await answer.blob());
}
