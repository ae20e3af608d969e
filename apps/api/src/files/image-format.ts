/** The accepted formats, by the decoder's names. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

const HEADER_BYTES = 64;

/** The format by the first bytes, before any decoder runs: one for SVG, for example, would follow links inside. */
export function formatOf(bytes: Buffer): ImageFormat | undefined {
  const start = bytes.toString('latin1', 0, HEADER_BYTES);
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp';
  // AVIF by its `ftyp` brands; HEIC has the same box and needs another decoder.
  if (start.slice(4, 8) === 'ftyp' && /avi[fs]/.test(start.slice(8, bytes.readUInt32BE(0)))) return 'heif';
  return undefined;
}
