import type { Payload } from '#api/client';

/**
 * A multipart body: flags as 'true' and 'false', a blank text or null as empty text, an image only when one was chosen.
 * What is undefined is left out.
 */
export function multipart(values: Record<string, unknown>, image: { name: string; file: File | undefined }): Payload {
  const form = new FormData();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined)
      form.append(name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
  if (image.file) form.append(image.name, image.file);
  return { form };
}
