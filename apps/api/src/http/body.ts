import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalid, tooLarge } from '#http/errors';

export const MAX_JSON_BYTES = 1_048_576;
export const MAX_IMAGE_BYTES = 8 * 1_048_576;
const MAX_DEPTH = 32;
const MAX_NAME_LENGTH = 100;
const FORM_LIMITS = {
  fileSize: MAX_IMAGE_BYTES,
  files: 2,
  fields: 30,
  parts: 32,
  fieldSize: 262_144,
  headerPairs: 20,
  headerSize: 16_384,
};

const unreadable = () => invalid({ body: 'No se puede leer lo enviado' }, 'Lo enviado no se puede leer');
const wrongType = (expected: string) => new ApiError(415, `El contenido debe enviarse como ${expected}`);
const imageTooLarge = () => tooLarge('La imagen no puede pesar más de 8 MB');
const formTooLarge = () => tooLarge('Lo enviado es demasiado grande');

function checkDepth(root: unknown) {
  const stack = [{ value: root, depth: 1 }];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (typeof entry.value !== 'object' || entry.value === null) continue;
    if (entry.depth > MAX_DEPTH) throw unreadable();
    for (const value of Object.values(entry.value)) stack.push({ value, depth: entry.depth + 1 });
  }
}

/** One JSON parser for all routes: valid UTF-8, no prototype pollution, bounded depth; an empty body is undefined. */
export function registerBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = decoder.decode(body as Buffer);
    } catch {
      return done(unreadable());
    }
    // The parser would drop a byte order mark, which is not JSON.
    if (text.startsWith('\ufeff')) return done(unreadable());
    void parse(request, text, (error, value: unknown) => {
      if (error) return done(unreadable());
      try {
        checkDepth(value);
        done(null, value);
      } catch (deep) {
        done(deep as ApiError);
      }
    });
  });
  void app.register(multipart, { limits: FORM_LIMITS });

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
  return body as Record<string, unknown>;
}

export type Form = { fields: Record<string, unknown>; image?: Buffer };

/** A multipart body as fields and at most one image. An empty file picker sends a part without name and bytes: no image. */
export async function readForm(request: FastifyRequest, upload: string): Promise<Form> {
  if (!request.isMultipart()) throw wrongType('multipart/form-data');
  // Only an image can make it so large: answer before it is uploaded.
  if (Number(request.headers['content-length']) > MAX_IMAGE_BYTES + MAX_JSON_BYTES) throw imageTooLarge();
  const form: Form = { fields: {} };
  const seen = new Set<string>();
  for await (const part of readParts(request)) {
    const { fieldname } = part;
    // A longer name would be echoed in the answer.
    if (fieldname === undefined || fieldname.length > MAX_NAME_LENGTH) throw unreadable();
    const bytes = part.type === 'file' ? await readFile(part) : undefined;
    if (bytes?.length === 0 && !(part as MultipartFile).filename) continue;
    if (seen.has(fieldname)) throw invalid({ [fieldname]: 'Se envió más de una vez' });
    seen.add(fieldname);
    if (part.type === 'file') {
      if (fieldname !== upload) throw invalid({ [fieldname]: `La imagen se envía en el campo ${upload}` });
      if (bytes?.length === 0) throw invalid({ [upload]: 'La imagen está vacía' });
      form.image = bytes;
      continue;
    }
    if (part.valueTruncated) throw formTooLarge();
    // Not always text: a part may declare itself JSON.
    const value: unknown = part.value;
    checkDepth(value);
    // The parser's replacement for bytes that are not UTF-8.
    if (typeof value === 'string' && value.includes('\ufffd'))
      throw invalid({ [fieldname]: 'Contiene caracteres no permitidos' });
    if (fieldname === upload) {
      if (value !== '') throw invalid({ [upload]: 'La imagen debe enviarse como archivo' });
    } else form.fields[fieldname] = value;
  }
  return form;
}

/** JSON, or a multipart body where an image comes along. */
export async function readJsonOrForm(request: FastifyRequest, upload: string): Promise<Form> {
  return request.isMultipart() ? readForm(request, upload) : { fields: readJson(request) };
}

/** Fails at the first byte beyond the limit. */
async function readFile({ file }: MultipartFile): Promise<Buffer> {
  file.once('limit', () => file.destroy(imageTooLarge()));
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of file) chunks.push(chunk as Buffer);
  } catch (error) {
    throw refusal(error);
  }
  // The limit may have been passed before the listener was added.
  if (file.truncated) throw imageTooLarge();
  return Buffer.concat(chunks);
}

async function* readParts(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return (error as { statusCode?: number }).statusCode === 413 ? formTooLarge() : unreadable();
}
