import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A deterministic picture: red on the left, blue on the right. */
export function createPicture(width = 60, height = 40): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      pixels[at] = x < width / 2 ? 230 : 20;
      pixels[at + 1] = (x * 31 + y * 17) % 40; // Some texture, so that a missing part is noticed.
      pixels[at + 2] = x < width / 2 ? 20 : 230;
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function createPngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of one colour with few bytes and many pixels; `lines` may be fewer than its header claims. */
export function createFlatPng(width: number, height: number, lines = height, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(lines * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    PNG_SIGNATURE,
    createPngChunk('IHDR', header),
    ...extra,
    createPngChunk('IDAT', deflateSync(rows, { level: 9 })),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An AVIF of one colour, of few bytes; it may claim to be of another size than it is. */
export async function createFlatAvif(side: number, claimed = side): Promise<Buffer> {
  const flat = sharp({ create: { width: side, height: side, channels: 3, background: 'red' } });
  const bytes = await flat.avif({ effort: 0 }).toBuffer();
  const size = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(claimed, size);
  bytes.writeUInt32BE(claimed, size + 4);
  return bytes;
}

/** A GIF with many frames, each with its first pixel only. */
export function createManyFrameGif(frames: number, side = 1): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const screen = [Buffer.from('GIF89a'), size, Buffer.from('800000000000ffffff', 'hex')];
  const loop = Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex');
  const frame = Buffer.concat([
    Buffer.from('21f904000a0000002c00000000', 'hex'),
    size,
    Buffer.from('000202440100', 'hex'),
  ]);
  return Buffer.concat([...screen, loop, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}
