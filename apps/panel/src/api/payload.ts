import type { Payload } from '#api/client';

/** A new image; null for none in the place of the stored one; undefined leaves what is stored. */
export type Chosen = File | null | undefined;

/**
 * A multipart body: flags as 'true' and 'false', a blank text or null as empty text, an image only when one was chosen.
 * What is undefined is left out; null in the place of an image takes the stored one away.
 */
export function multipart(values: Record<string, unknown>, image: { name: string; file: Chosen }): Payload {
  const form = new FormData();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined)
      form.append(name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
  if (image.file) form.append(image.name, image.file);
  if (image.file === null) form.append('remove_image', 'true');
  return { form };
}
