/** The formats that are taken, by the names that the decoder gives them. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

const LONGEST_BRANDS = 64;

/**
 * What the first bytes say. A decoder is never shown anything else: those for SVG and the like would follow what is
 * written inside before anybody could refuse it.
 */
export function formatOf(bytes: Buffer): ImageFormat | undefined {
  const start = bytes.toString('latin1', 0, LONGEST_BRANDS);
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp';
  // A box of brands; that of a HEIC photo names its own, which needs a decoder of its own.
  if (start.slice(4, 8) === 'ftyp' && /avi[fs]/.test(start.slice(8, bytes.readUInt32BE(0)))) return 'heif';
  return undefined;
}
