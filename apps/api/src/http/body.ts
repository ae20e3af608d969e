import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalid, tooLarge } from '#http/errors';

export const JSON_LIMIT = 1_048_576;
export const IMAGE_LIMIT = 8 * 1_048_576;
const DEEPEST = 32;
const FORM_LIMITS = {
  fileSize: IMAGE_LIMIT,
  files: 2,
  fields: 30,
  parts: 32,
  fieldSize: 262_144,
  fieldNameSize: 100,
  headerPairs: 20,
};

const unreadable = () => invalid({ body: 'No se puede leer lo enviado' }, 'Lo enviado no se puede leer');

function checkDepth(root: unknown) {
  const stack = [{ value: root, depth: 1 }];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (typeof entry.value !== 'object' || entry.value === null) continue;
    if (entry.depth > DEEPEST) throw unreadable();
    for (const value of Object.values(entry.value)) stack.push({ value, depth: entry.depth + 1 });
  }
}

/** One JSON parser for all routes: real UTF-8, no prototype tricks, bounded depth; an empty body is no body. */
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
  void app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: true });
}

const wrongType = (expected: string) => new ApiError(415, `El contenido debe enviarse como ${expected}`);

export function readJson(request: FastifyRequest): unknown {
  if (request.isMultipart()) throw wrongType('JSON');
  return request.body ?? {};
}

export type Form = { fields: Record<string, unknown>; image?: Buffer };

/**
 * A multipart body as plain text fields and at most one image. A picker left empty sends a part without a name
 * and without bytes: no image.
 */
export async function readForm(request: FastifyRequest, upload: string): Promise<Form> {
  if (!request.isMultipart()) throw wrongType('multipart/form-data');
  const form: Form = { fields: {} };
  const seen = new Set<string>();
  for await (const part of readParts(request)) {
    const { fieldname } = part;
    const bytes = part.type === 'file' ? await part.toBuffer() : undefined;
    if (bytes?.length === 0 && !(part as { filename?: string }).filename) continue;
    if (fieldname === '__proto__' || fieldname === 'constructor' || fieldname === 'prototype') throw unreadable();
    if (seen.has(fieldname)) throw invalid({ [fieldname]: 'Se envió más de una vez' });
    seen.add(fieldname);
    if (part.type === 'file') {
      if (fieldname !== upload) throw invalid({ [fieldname]: `La imagen se envía en el campo ${upload}` });
      if (bytes?.length === 0) throw invalid({ [upload]: 'La imagen está vacía' });
      form.image = bytes;
      continue;
    }
    const text = String(part.value);
    if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge('Lo enviado es demasiado grande');
    // The parser puts this mark where the bytes were not UTF-8.
    if (text.includes('\ufffd')) throw invalid({ [fieldname]: 'Contiene caracteres no permitidos' });
    if (fieldname === upload) {
      if (text !== '') throw invalid({ [upload]: 'La imagen debe enviarse como archivo' });
    } else form.fields[fieldname] = text;
  }
  return form;
}

async function* readParts(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    const { statusCode, code } = error as { statusCode?: number; code?: string };
    if (error instanceof ApiError) throw error;
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge('La imagen no puede pesar más de 8 MB');
    if (statusCode === 413) throw tooLarge('Lo enviado es demasiado grande');
    throw unreadable();
  }
}
