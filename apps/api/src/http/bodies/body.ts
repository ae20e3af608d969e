import { isUtf8 } from 'node:buffer';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { confirmSession } from '#http/routes/authorize';
import { bodyLimits, MAX_BODY_BYTES, type BodyLimits } from '#http/bodies/body-limits';
import { refuseTinyChunks } from '#http/bodies/tiny-chunks';
import { exceedsBounds } from '#http/bodies/bounds';
import { ApiError, invalid, tooLarge } from '#http/answers/errors';

export const MAX_IMAGE_BYTES = 8 * 1_048_576;
const JSON_TYPE = 'application/json';
const MAX_NAME_LENGTH = 100;
const MAX_FORM_BYTES = MAX_IMAGE_BYTES + MAX_BODY_BYTES;
// A file ends one byte beyond what is read of it.
const FORM_LIMITS = { fileSize: MAX_IMAGE_BYTES + 1, fields: 30, parts: 32, headerPairs: 20, headerSize: 16_384 };

const unreadable = () => invalid({ body: 'No se puede leer lo enviado' }, 'Lo enviado no se puede leer');
const wrongType = (expected: string) => new ApiError(415, `El contenido debe enviarse como ${expected}`);
/** What is said of a file that is sent. */
const FILE_WORDS = {
  image: { the: 'La imagen', empty: 'La imagen está vacía', asFile: 'La imagen debe enviarse como archivo' },
  table: { the: 'El archivo', empty: 'El archivo está vacío', asFile: 'Debe enviarse como archivo' },
};
const wordsOf = ({ routeOptions }: FastifyRequest) => FILE_WORDS[routeOptions.config.isTable ? 'table' : 'image'];
const fileTooLarge = (request: FastifyRequest) => tooLarge(`${wordsOf(request).the} no puede pesar más de 8 MB`);
const formTooLarge = () => tooLarge('Lo enviado es demasiado grande');

const limitsOf = ({ routeOptions }: FastifyRequest): BodyLimits => routeOptions.config.bodyLimits ?? bodyLimits({});

/** One JSON parser for all bodies: valid UTF-8, no prototype pollution, and no deeper and no more than the route takes. */
function parseJson(bytes: Buffer, request: FastifyRequest): unknown {
  if (!isUtf8(bytes)) throw unreadable();
  const text = bytes.toString();
  // The parser would drop a byte order mark, which is not JSON.
  if (text.startsWith('\ufeff') || exceedsBounds(text, limitsOf(request))) throw unreadable();
  let result: { error: Error | null; value?: unknown } = { error: null };
  const parse = request.server.getDefaultJsonParser('error', 'error');
  void parse(request, text, (error, value: unknown) => {
    result = { error, value };
  });
  if (result.error) throw unreadable();
  return result.value;
}

/** A list may come as JSON inside a text: always in a form. */
function checkLists<T extends Record<string, unknown>>(fields: T, request: FastifyRequest): T {
  for (const [name, most] of limitsOf(request).lists) {
    const value = fields[name];
    if (typeof value === 'string' && exceedsBounds(value, most)) throw unreadable();
  }
  return fields;
}

/** Bodies are read up to what their route declares; an empty one is undefined. */
export function registerBodies(app: FastifyInstance) {
  app.addHook('onRoute', (route: RouteOptions) => {
    const limits = bodyLimits(route.config ?? {});
    route.bodyLimit = limits.bytes;
    route.config = { ...route.config, bodyLimits: limits };
  });
  refuseTinyChunks(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    body.length === 0 ? undefined : parseJson(body, request),
  );
  // A part that calls itself JSON comes as a file does, so that nobody parses it before it was looked at.
  const isPartAFile = (_name?: string, type?: string, filename?: string) =>
    filename !== undefined || type === 'application/octet-stream' || type?.startsWith(JSON_TYPE) === true;
  void app.register(multipart, { limits: FORM_LIMITS, isPartAFile });

  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() !== 'identity') throw new ApiError(415, 'El contenido debe enviarse sin comprimir');
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.complete) return;
    // Closing while the client still sends would reset the connection before it reads the answer, so the rest is
    // read and dropped, within the request's time-out.
    reply.removeHeader('connection');
    request.raw.unpipe().resume();
  });
}

export function readJson(request: FastifyRequest): Record<string, unknown> {
  if (request.isMultipart()) throw wrongType('JSON');
  const { body = {} } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid({ body: 'Lo enviado debe ser un objeto JSON' });
  return checkLists(body as Record<string, unknown>, request);
}

export type Form = { fields: Record<string, unknown>; image?: Buffer; filename?: string };

/** A multipart body as fields and at most one image. An empty file picker sends a part without name and bytes: no image. */
export async function readForm(request: FastifyRequest, upload: string): Promise<Form> {
  if (!request.isMultipart()) throw wrongType('multipart/form-data');
  const words = wordsOf(request);
  // Only an image makes a form so large, so it is refused before it is uploaded.
  if (Number(request.headers['content-length']) > MAX_FORM_BYTES) throw fileTooLarge(request);
  const form: Form = { fields: {} };
  const seen = new Set<string>();
  for await (const { name, value, image, filename } of readParts(request)) {
    // A longer name would be echoed in the answer.
    if (name === undefined || name.length > MAX_NAME_LENGTH) throw unreadable();
    if (image?.length === 0 && !filename) continue;
    if (seen.has(name)) throw invalid({ [name]: 'Se envió más de una vez' });
    seen.add(name);
    if (image) {
      if (name !== upload) throw invalid({ [name]: `${words.the} se envía en el campo ${upload}` });
      if (image.length === 0) throw invalid({ [upload]: words.empty });
      form.image = image;
      form.filename = filename;
      continue;
    }
    // The parser's replacement for bytes that are not UTF-8.
    if (typeof value === 'string' && value.includes('\ufffd'))
      throw invalid({ [name]: 'Contiene caracteres no permitidos' });
    if (name === upload) {
      if (value !== '') throw invalid({ [upload]: words.asFile });
    } else form.fields[name] = value;
  }
  checkLists(form.fields, request);
  return form;
}

/** JSON, or a multipart body where an image comes along. */
export async function readJsonOrForm(request: FastifyRequest, upload: string): Promise<Form> {
  return request.isMultipart() ? readForm(request, upload) : { fields: readJson(request) };
}

type Part = { name: string | undefined; value?: unknown; image?: Buffer; filename?: string };

/** All texts together may be as long as the route's JSON. */
async function* readParts(request: FastifyRequest): AsyncGenerator<Part> {
  let { bytes: left } = limitsOf(request);
  const take = (bytes: number) => {
    left -= bytes;
    if (left < 0) throw formTooLarge();
  };
  try {
    for await (const part of request.parts({ limits: { ...FORM_LIMITS, fieldSize: left } })) {
      const { fieldname: name } = part;
      if (part.type === 'field') {
        const value = String(part.value);
        take(part.valueTruncated ? Infinity : Buffer.byteLength(value));
        yield { name, value };
      } else if (part.filename === undefined && part.mimetype.startsWith(JSON_TYPE)) {
        const bytes = await readFile(part, left, formTooLarge);
        take(bytes.length);
        yield { name, value: parseJson(bytes, request) };
      } else {
        await confirmSession(request);
        const image = await readFile(part, MAX_IMAGE_BYTES, () => fileTooLarge(request));
        yield { name, image, filename: part.filename };
      }
    }
  } catch (error) {
    throw toFormError(error);
  }
}

/** Fails at the first byte beyond the limit. */
async function readFile({ file }: MultipartFile, max: number, tooMuch: () => ApiError): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > max) throw tooMuch();
  }
  return Buffer.concat(chunks);
}

function toFormError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return (error as { statusCode?: number }).statusCode === 413 ? formTooLarge() : unreadable();
}
