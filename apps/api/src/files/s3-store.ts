import { text } from 'node:stream/consumers';
import { isDate } from '@pulso/contract/kit/dates';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import {
  INSTALLATION_FILE,
  isPictureName,
  picturePath,
  QUARANTINE,
  quarantinePath,
  type ImageFiles,
  type PictureStore,
  type QuarantinedPicture,
} from '#files/picture-store';
import { s3Client, type S3Error, type S3Settings } from '#files/s3-client';
import { percentEncode } from '#files/s3-signature';
import { xmlText } from '#files/xml-text';

/** Pictures in a bucket, under the same names as on the disk. */
export function s3Store(settings: S3Settings): PictureStore {
  const { bucket, prefix } = settings;
  const client = s3Client(settings);
  const place = `s3://${bucket}/${prefix}`;

  /** Error like that of a disk that does not answer, so that callers get the same 503. */
  const trouble = (error: unknown) => {
    const { name, message, code } = error as S3Error;
    return Object.assign(new Error(`${place}: ${name}: ${message || code}`, { cause: error }), { code: 'EIO' });
  };
  const must = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw trouble(error);
    });
  const ifThere = <T>(call: Promise<T>): Promise<T | undefined> =>
    call.catch((error: unknown) => {
      const { status, name } = error as S3Error;
      if (status === 404 && name !== 'NoSuchBucket') return undefined;
      throw trouble(error);
    });
  const put = (path: string, body: Buffer | string, type: string) =>
    must(client.send({ method: 'PUT', key: prefix + path, body, headers: { 'content-type': type } }));
  const remove = (path: string) => ifThere(client.send({ method: 'DELETE', key: prefix + path }));
  const get = (path: string, etag?: string) =>
    ifThere(
      client
        .open({ method: 'GET', key: prefix + path, headers: etag ? { 'if-none-match': etag } : {} })
        .catch((error: S3Error) => {
          if (error.status === 304) return 'unchanged' as const;
          throw error;
        }),
    );
  const inAllSizes = async (work: (file: string) => Promise<unknown>) => {
    // All sizes end before the first failure is reported.
    const outcomes = await Promise.allSettled(IMAGE_SIZES.map(({ file }) => work(file)));
    for (const one of outcomes) if (one.status === 'rejected') throw one.reason;
  };

  const removePicture = (folder: string) => inAllSizes((file) => remove(`${folder}/${file}`));
  const copy = async (from: string, to: string) => {
    const source = (file: string) => `${bucket}/${prefix}${from}/${file}`.split('/').map(percentEncode).join('/');
    let isThere = false;
    await inAllSizes(async (file) => {
      const headers = { 'x-amz-copy-source': source(file) };
      const copyResult = await ifThere(client.send({ method: 'PUT', key: `${prefix}${to}/${file}`, headers }));
      if (copyResult !== undefined) isThere = true;
    });
    return isThere;
  };
  const move = async (from: string, to: string) => {
    await copy(from, to);
    await removePicture(from);
  };

  async function* keys() {
    let token: string | undefined;
    do {
      const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) };
      const page = await must(client.send({ method: 'GET', query }));
      for (const entry of page.split('<Contents>').slice(1)) {
        const [key = '', modified] = [xmlText(entry, 'Key'), xmlText(entry, 'LastModified')];
        yield { path: key.slice(prefix.length).split('/'), modified: modified ? new Date(modified) : new Date() };
      }
      token = xmlText(page, 'NextContinuationToken');
    } while (token);
  }

  return {
    place,
    source: {
      read: async (name, file, etag) => {
        const found = await get(picturePath(name, file), etag);
        if (found === undefined || found === 'unchanged') return found;
        const { 'content-length': length, etag: tag } = found.headers;
        return { bytes: found, length: length === undefined ? undefined : Number(length), etag: tag };
      },
    },
    publish: async (name: string, files: ImageFiles) => {
      const objects = files.map(({ file, bytes }) => ({ path: picturePath(name, file), bytes }));
      const puts = await Promise.allSettled(objects.map(({ path, bytes }) => put(path, bytes, 'image/webp')));
      const failedPut = puts.find((one) => one.status === 'rejected');
      if (!failedPut) return;
      // Files that cannot be removed now are swept later.
      await removePicture(name).catch(() => undefined);
      throw failedPut.reason;
    },
    copy: async (from, name) =>
      copy(picturePath(from), picturePath(name)).catch(async (error: unknown) => {
        // Files that cannot be removed now are swept later.
        await removePicture(name).catch(() => undefined);
        throw error;
      }),
    remove: async (name) => removePicture(picturePath(name)),
    list: async () => {
      const pictures = new Map<string, Date>();
      const quarantined = new Map<string, QuarantinedPicture>();
      for await (const { path, modified } of keys()) {
        const [first = '', day = '', name = ''] = path;
        if (path.length === 2 && isPictureName(first)) {
          const lastModified = pictures.get(first);
          pictures.set(first, lastModified && lastModified > modified ? lastModified : modified);
        } else if (first === QUARANTINE && isDate(day) && isPictureName(name))
          quarantined.set(`${day}/${name}`, { name, day });
      }
      return {
        pictures: [...pictures].map(([name, modified]) => ({ name, modified })),
        quarantined: [...quarantined.values()],
      };
    },
    quarantine: async (picture) => move(picturePath(picture.name), quarantinePath(picture)),
    restore: async (picture) => move(quarantinePath(picture), picturePath(picture.name)),
    removeQuarantined: async (picture) => removePicture(quarantinePath(picture)),
    // There are no drafts and no folders: an upload that never ended is a picture that no row names.
    tidy: async () => undefined,
    mark: {
      place: `${place}${INSTALLATION_FILE}`,
      read: readMark,
      write: async (text) => {
        await put(INSTALLATION_FILE, text, 'text/plain');
        return (await readMark()) ?? '';
      },
    },
  };

  async function readMark(): Promise<string | undefined> {
    const found = await get(INSTALLATION_FILE);
    return found === undefined || found === 'unchanged' ? undefined : text(found);
  }
}
