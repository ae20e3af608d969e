import type { Payload } from '#api/client';

/** A new image; null removes the stored one; undefined keeps it. */
export type ImageChoice = File | null | undefined;

/**
 * A multipart body: flags as 'true' and 'false', a blank text or null as empty text, an image only when one was chosen.
 * Undefined values are left out; null in place of an image removes the stored one.
 */
export function buildMultipart(values: Record<string, unknown>, image: { name: string; file: ImageChoice }): Payload {
  const form = new FormData();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined)
      form.append(name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
  if (image.file) form.append(image.name, image.file);
  if (image.file === null) form.append('remove_image', 'true');
  return { form };
}
