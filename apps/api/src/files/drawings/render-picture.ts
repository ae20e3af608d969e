import { readFile } from 'node:fs/promises';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import { drawScene, type Drawn } from '#files/drawings/figure';
import { loadSharp } from '#files/load-sharp';
import type { ImageFiles } from '#files/picture-store';

/** The pictures are beside this file, or beside the built server. */
const PICTURES_FOLDER = new URL('./pictures/', import.meta.url);
/** Pixels. A picture is as wide as its card: flat colours need no larger size. */
export const CARD_WIDTH = 640;

const WEBP_QUALITY = 84;
// Flat colours compress well at any effort, and there are many pictures.
const WEBP_EFFORT = 0;

/** A file under `pictures/`, without its ending, or a scene. */
export type Drawing = string | Drawn;

/** A drawing in the sizes that are kept. It is rasterised once; sizes beyond `maxWidth` share the same bytes. */
export async function renderPicture(drawing: Drawing, maxWidth: number): Promise<ImageFiles> {
  const svg =
    typeof drawing === 'string'
      ? await readFile(new URL(`${drawing}.svg`, PICTURES_FOLDER), 'utf8')
      : drawScene(drawing);
  const sharp = await loadSharp();
  const raster = sharp(Buffer.from(svg), { density: BASE_DPI * scaleForWidth(svg, maxWidth) });
  const { data, info } = await raster.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const encode = (side: number) =>
    sharp(data, { raw: { width, height, channels } })
      .resize({ width: side, kernel: 'linear' })
      .webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT })
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

/** At this density a unit of the drawing is a pixel. */
const BASE_DPI = 72;

function scaleForWidth(svg: string, width: number): number {
  const drawnWidth = /viewBox="0 0 (\d+) /.exec(svg)?.[1];
  return width / Number(drawnWidth);
}
