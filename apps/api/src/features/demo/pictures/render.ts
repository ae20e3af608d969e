import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import sharp from 'sharp';
import type { ImageFiles } from '#files/uploads';

const QUALITY = 84;
// Flat colours compress well however little one tries, and there are many pictures to draw.
const EFFORT = 0;

/** A drawing in the sizes that are kept, at most so wide. It is rasterised once; a size beyond has the largest one's bytes. */
export async function renderPicture(svg: string, widest: number): Promise<ImageFiles> {
  const drawing = sharp(Buffer.from(svg), { density: DENSITY * scaleTo(svg, widest) });
  const { data, info } = await drawing.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const encode = (side: number) =>
    sharp(data, { raw: { width, height, channels } })
      .resize({ width: side, kernel: 'linear' })
      .webp({ quality: QUALITY, effort: EFFORT })
      .toBuffer();

  const encoded = new Map<number, Buffer>();
  const files: ImageFiles = [];
  for (const { file, width: bound } of IMAGE_SIZES) {
    const side = Math.min(bound, width);
    const bytes = encoded.get(side) ?? (await encode(side));
    encoded.set(side, bytes);
    files.push({ file, bytes });
  }
  return files;
}

/** At which a unit of the drawing is a pixel. */
const DENSITY = 72;

function scaleTo(svg: string, width: number): number {
  const drawnWidth = /viewBox="0 0 (\d+) /.exec(svg)?.[1];
  return width / Number(drawnWidth);
}
