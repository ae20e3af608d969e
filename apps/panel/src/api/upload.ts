import { useSyncExternalStore } from 'react';

/** Fraction of the current upload that was sent, from 0 to 1. */
let progress: number | undefined;
const listeners = new Set<() => void>();

function setProgress(next: number | undefined) {
  progress = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useUploadProgress(): number | undefined {
  return useSyncExternalStore(subscribe, () => progress);
}

type Upload = { method: string; headers: Record<string, string>; body: FormData; signal: AbortSignal };

/** XMLHttpRequest, because fetch reports no upload progress. */
export function upload(address: string, { method, headers, body, signal }: Upload) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error('The upload was not answered'));
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => total > 0 && setProgress(loaded / total);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => setProgress(undefined);
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
