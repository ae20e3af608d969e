import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
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

const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 8_000;
const MAX_ATTEMPTS = 2;

export type S3Settings = {
  bucket: string;
  region: string;
  /** Without it, Amazon's own. */
  endpoint?: string;
  /** Without it, what the SDK finds (a role, its own variables). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Empty, or with a slash at its end. */
  prefix: string;
};

type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

const statusOf = (error: unknown) => (error as S3Error).$metadata?.httpStatusCode;

/** Pictures in a bucket, under the same names as on the disk. */
export function s3Store({ bucket, region, endpoint, credentials, prefix }: S3Settings): PictureStore {
  const client = new S3Client({
    region,
    endpoint,
    credentials,
    // Other servers than Amazon's have no host name for each bucket, and not all of them know the newer checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: REQUEST_TIMEOUT_MS,
    },
  });
  const place = `s3://${bucket}/${prefix}`;
  const object = (path: string) => ({ Bucket: bucket, Key: prefix + path });

  /** As of a disk that does not answer, so that callers get the same 503. */
  const trouble = (error: unknown) => {
    const { name, message, code } = error as S3Error;
    const text = `${place}: ${name}: ${message || code}`;
    return Object.assign(new Error(text, { cause: error }), { code: 'EIO' });
  };
  const must = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw trouble(error);
    });
  const ifThere = <T>(call: Promise<T>): Promise<T | undefined> =>
    call.catch((error: unknown) => {
      if (statusOf(error) === 404 && (error as S3Error).name !== 'NoSuchBucket') return undefined;
      throw trouble(error);
    });
  const put = (path: string, body: Buffer | string, type: string) =>
    must(client.send(new PutObjectCommand({ ...object(path), Body: body, ContentType: type })));
  const remove = (path: string) => ifThere(client.send(new DeleteObjectCommand(object(path))));
  const get = (path: string, etag?: string) =>
    ifThere(
      client.send(new GetObjectCommand({ ...object(path), IfNoneMatch: etag })).catch((error: unknown) => {
        if (statusOf(error) === 304) return 'unchanged' as const;
        throw error;
      }),
    );
  const inAllSizes = async (work: (file: string) => Promise<unknown>) => {
    // All of them end before the first failure is reported.
    const ended = await Promise.allSettled(IMAGE_SIZES.map(({ file }) => work(file)));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  };

  const removePicture = (folder: string) => inAllSizes((file) => remove(`${folder}/${file}`));
  const copy = async (from: string, to: string) => {
    const source = (file: string) => `${bucket}/${prefix}${from}/${file}`.split('/').map(encodeURIComponent).join('/');
    let isThere = false;
    await inAllSizes(async (file) => {
      const made = new CopyObjectCommand({ ...object(`${to}/${file}`), CopySource: source(file) });
      if (await ifThere(client.send(made))) isThere = true;
    });
    return isThere;
  };
  const move = async (from: string, to: string) => {
    await copy(from, to);
    await removePicture(from);
  };

  async function* keys() {
    let page: ListObjectsV2CommandOutput | undefined;
    do {
      const ContinuationToken: string | undefined = page?.NextContinuationToken;
      const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken });
      page = await must(client.send(list));
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? [])
        yield { path: Key.slice(prefix.length).split('/'), modified: LastModified };
    } while (page.NextContinuationToken !== undefined);
  }

  return {
    place,
    source: {
      read: async (name, file, etag) => {
        const found = await get(picturePath(name, file), etag);
        if (found === undefined || found === 'unchanged') return found;
        return { bytes: found.Body as Readable, length: found.ContentLength, etag: found.ETag };
      },
    },
    publish: async (name: string, files: ImageFiles) => {
      const objects = files.map(({ file, bytes }) => ({ path: picturePath(name, file), bytes }));
      const puts = await Promise.allSettled(objects.map(({ path, bytes }) => put(path, bytes, 'image/webp')));
      const failed = puts.find((one) => one.status === 'rejected');
      if (!failed) return;
      // What cannot be removed now is swept later.
      await removePicture(name).catch(() => undefined);
      throw failed.reason;
    },
    copy: async (from, name) =>
      copy(picturePath(from), picturePath(name)).catch(async (error: unknown) => {
        // What cannot be removed now is swept later.
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
          const known = pictures.get(first);
          pictures.set(first, known && known > modified ? known : modified);
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
    return found === undefined || found === 'unchanged' ? undefined : found.Body?.transformToString();
  }
}
