import * as z from 'zod/mini';
import { bodyLimits } from '#http/bodies/body-limits';
import type { DocumentedRoute } from '#http/routes/route-docs';
import { FORM_TYPE, rawForm } from '#test/raw-form';

const JSON_TYPE = 'application/json';

export type HostileBody = { what: string; type: string; payload: string | Buffer };

/** A list or an object of about so many bytes, or of so many parts. */
function fillJson(size: number, [start, end]: string, piece: (at: number) => string, most = Infinity): string {
  const pieces: string[] = [];
  for (let length = 0; pieces.length < most && length < size - 300; length += (pieces.at(-1)?.length ?? 0) + 1)
    pieces.push(piece(pieces.length));
  return `${start}${pieces.join()}${end}`;
}

const idListJson = JSON.stringify(Array.from({ length: 100 }, () => 1));

/** JSON that takes long to read, of about so many bytes. */
const HOSTILE_JSON: Record<string, (size: number) => string> = {
  'empty lists': (size) => fillJson(size, '[]', () => '[]'),
  'empty objects': (size) => fillJson(size, '[]', () => '{}'),
  numbers: (size) => fillJson(size, '[]', () => '1'),
  keys: (size) => fillJson(size, '{}', (at) => `"${at.toString(36)}":1`),
  'objects of different keys': (size) => fillJson(size, '[]', (at) => `{"${at.toString(36)}":1}`),
  'names of the prototype': (size) => fillJson(size, '[]', () => '"__proto__"'),
  prototypes: (size) => fillJson(size, '[]', () => '{"__proto__":1}'),
  levels: (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'one text': (size) => `"${'k'.repeat(size - 2)}"`,
  'one text of escapes': (size) => `"${String.raw`\u00e9`.repeat(size / 6 - 1)}"`,
};

/** JSON for a field that is a list: as many parts as are allowed, so that each is looked at. */
const HOSTILE_LISTS: Record<string, (size: number) => string> = {
  ...HOSTILE_JSON,
  'a year of full days': (size) =>
    fillJson(size, '[]', (at) => `{"day_number":${at + 1},"exercises":${idListJson}}`, 366),
  'a year of wrong days': (size) => fillJson(size, '[]', () => `{"day_number":"x","title":1,"exercises":["x"]}`, 366),
  'wrong prices': (size) => fillJson(size, '[]', () => '{"kind":1,"id":"x","before":"x","after":"x"}', 500),
};

const isList = (schema: z.core.$ZodType): boolean => {
  if (schema instanceof z.ZodMiniArray) return true;
  if (schema instanceof z.ZodMiniOptional) return isList(schema.def.innerType);
  return schema instanceof z.ZodMiniPipe && (isList(schema.def.in) || isList(schema.def.out));
};

const listsOf = ({ body }: DocumentedRoute) =>
  body instanceof z.ZodMiniObject
    ? Object.keys(body.shape).filter((name) => isList(body.shape[name] as z.core.$ZodType))
    : [];

/** Bodies as large as the route reads, in an unknown field and in each of its lists; as JSON or form, as it takes. */
export function hostileBodies(route: DocumentedRoute): HostileBody[] {
  const size = bodyLimits(route).bytes - 40;
  const values = [
    ...Object.entries(HOSTILE_JSON).map(([kind, make]) => ({ field: 'x', kind, text: make(size) })),
    ...listsOf(route).flatMap((field) =>
      Object.entries(HOSTILE_LISTS).map(([kind, make]) => ({ field, kind, text: make(size) })),
    ),
  ];
  const json = values.map(({ field, kind, text }) => ({
    what: `${kind} in ${field}`,
    type: JSON_TYPE,
    payload: `{"${field}":${text}}`,
  }));
  if (route.upload === undefined && route.optionalUpload === undefined) return json;
  const forms = values.flatMap(({ field: name, kind, text: value }) =>
    [undefined, JSON_TYPE].map((type) => ({
      what: `${kind} in the part ${name}, ${type ?? 'as text'}`,
      type: FORM_TYPE,
      payload: rawForm([{ name, type, value }]),
    })),
  );
  return route.upload === undefined ? [...json, ...forms] : forms;
}

/** Bodies larger than any route reads. */
export const LARGE_BODIES: HostileBody[] = Object.entries(HOSTILE_JSON).map(([kind, make]) => ({
  what: `a megabyte of ${kind}`,
  type: JSON_TYPE,
  payload: `{"x":${make(1_048_576)}}`,
}));
