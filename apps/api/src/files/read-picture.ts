import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import { picturePath, type ImageFiles, type PictureStore } from '#files/picture-store';

/** A picture in the sizes that the store has; empty if it has none. */
export async function readPicture({ source }: Pick<PictureStore, 'source'>, name: string): Promise<ImageFiles> {
  const read = async (file: string): Promise<Buffer | undefined> => {
    if ('read' in source) {
      const content = await source.read(name, file);
      return content && content !== 'unchanged' ? buffer(content.bytes) : undefined;
    }
    return readFile(join(source.folder, picturePath(name, file))).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  };
  const files = await Promise.all(IMAGE_SIZES.map(async ({ file }) => ({ file, bytes: await read(file) })));
  return files.flatMap(({ file, bytes }) => (bytes ? [{ file, bytes }] : []));
}
