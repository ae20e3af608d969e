export const LARGE_IMAGE = 'large.webp';

/** The stored sizes of an image; `width` is the maximum of the longer side in pixels. */
export const IMAGE_SIZES = [
  { size: 'thumb', file: 'thumb.webp', width: 192 },
  { size: 'card', file: 'card.webp', width: 640 },
  { size: 'large', file: LARGE_IMAGE, width: 1600 },
] as const;

export type ImageSize = (typeof IMAGE_SIZES)[number]['size'];

/** The address of another size; unchanged where the server stores only one. */
export function imageInSize(url: string, size: ImageSize): string {
  return /\/uploads\/[\w-]+\/large\.webp$/.test(url) ? url.replace(/large\.webp$/, `${size}.webp`) : url;
}
