import { z } from 'zod';
import { version } from './fields';

/** An entity as both sides see it: where it is served, what may be sent, what is answered. Plain data. */
export function resource<I extends z.ZodRawShape, A extends z.ZodRawShape>(declared: {
  path: string;
  /** The column that holds the image's address; its presence makes the payload multipart. */
  image?: Extract<keyof A, string>;
  input: I;
  added: A;
}) {
  const create = z.object(declared.input);
  return {
    path: declared.path,
    image: declared.image,
    create,
    /** What is absent stays as it is; hence no field may have a default here. */
    patch: create.partial(),
    /** `version` is an extra: it lets a client notice that somebody else has saved meanwhile. */
    row: z.object({ ...declared.added, ...create.required().shape, version: version.optional() }),
  };
}

/** Any of them, for code that knows no entity. */
export type Resource = { path: string; image?: string; create: z.ZodObject; patch: z.ZodObject; row: z.ZodObject };
