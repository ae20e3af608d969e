import { z } from 'zod';

/** The same schema, refusing undeclared fields at every depth. */
export function strict<T extends z.ZodType>(schema: T): T {
  return deepen(schema) as T;
}

function deepen(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return deepen(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodArray) return z.array(deepen(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return schema;
  const shape = Object.entries(schema.shape);
  return z.strictObject(Object.fromEntries(shape.map(([name, field]) => [name, deepen(field)])));
}
