import * as z from 'zod/mini';

/** Makes a schema refuse undeclared fields at every depth. */
export function toStrictSchema<T extends z.ZodMiniType>(schema: T): T {
  return toStrict(schema) as T;
}

function toStrict(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniNullable) return z.nullable(toStrict(schema.def.innerType));
  if (schema instanceof z.ZodMiniArray) return z.array(toStrict(schema.def.element));
  if (!(schema instanceof z.ZodMiniObject)) return schema;
  const shape = Object.entries(schema.shape);
  return z.strictObject(Object.fromEntries(shape.map(([name, field]) => [name, toStrict(field)])));
}
