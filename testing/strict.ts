import * as z from 'zod/mini';

/** Makes a schema refuse undeclared fields at every depth. */
export function strict<T extends z.ZodMiniType>(schema: T): T {
  return deepen(schema) as T;
}

function deepen(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniNullable) return z.nullable(deepen(schema.def.innerType));
  if (schema instanceof z.ZodMiniArray) return z.array(deepen(schema.def.element));
  if (!(schema instanceof z.ZodMiniObject)) return schema;
  const shape = Object.entries(schema.shape);
  return z.strictObject(Object.fromEntries(shape.map(([name, field]) => [name, deepen(field)])));
}
