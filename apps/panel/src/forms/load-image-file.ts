import { imageAddress } from '#api/address';

/** A stored image as a file to send; undefined if it does not load. */
export async function loadImageFile(url: string): Promise<File | undefined> {
  try {
    const answer = await fetch(imageAddress(url) ?? '');
    if (!answer.ok) return undefined;
    const blob = await answer.blob();
    return new File([blob], url.split('/').at(-1) ?? '', { type: blob.type });
  } catch {
    return undefined;
  }
}
