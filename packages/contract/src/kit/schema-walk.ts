import type * as z from 'zod/mini';

/** A schema of zod by its private part, which nothing else reads. Of zod itself only types are loaded here. */
export type Schema<T = unknown> = { _zod: { def: unknown; output: T; optin?: unknown } };

type Definition = z.core.$ZodTypes['_zod']['def'];

/** The kind of a schema and the schemas inside it. */
export function definitionOf(schema: Schema): Definition {
  return schema._zod.def as Definition;
}

/** The fields of an object; none of any other schema. */
export function fieldsOf(schema: Schema): [name: string, field: z.core.$ZodType][] {
  const def = definitionOf(schema);
  return def.type === 'object' ? Object.entries(def.shape) : [];
}

/** True if a field may be left out of what is sent. */
export function isOptional(schema: Schema): boolean {
  return schema._zod.optin === 'optional';
}

/** The most characters of a text, or items of a list. */
export function maxLength(schema: Schema): number | undefined {
  const { checks = [] } = definitionOf(schema);
  const defs = checks.map(({ _zod }) => _zod.def as { check: string; maximum?: number });
  return defs.find(({ check }) => check === 'max_length')?.maximum;
}
