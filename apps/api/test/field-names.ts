import { definitionOf, fieldsOf } from '@pulso/contract/kit/schema-walk';
import type * as z from 'zod/mini';

/** The names of all fields of a schema, at every depth. */
export function fieldNames(schema: z.core.$ZodType | undefined): string[] {
  if (!schema) return [];
  const def = definitionOf(schema) as { innerType?: z.core.$ZodType; element?: z.core.$ZodType; out?: z.core.$ZodType };
  const inner = [def.innerType, def.element, def.out].flatMap((one) => fieldNames(one));
  return [...inner, ...fieldsOf(schema).flatMap(([name, field]) => [name, ...fieldNames(field)])];
}
