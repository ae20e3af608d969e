import { z } from 'zod';
import type { FieldErrors } from './envelope';
import { flag, version } from './fields';

/** What some server answered: anything may be missing. */
export type Answer = Record<string, unknown>;

export type Noun = readonly [one: string, several: string];

/** An entity as both sides see it: where it is served, what may be sent, what is answered. Plain data. */
export function resource<I extends z.ZodRawShape, A extends z.ZodRawShape>(declared: {
  path: string;
  /** One, several: 'nivel', 'niveles'. Also said of what stands in the way of a delete. */
  noun: Noun;
  /** The column that holds the image's address; its presence makes the payload multipart. */
  image?: Extract<keyof A, string>;
  /** The multipart field of the image, where it is not `image`. */
  upload?: string;
  /** What to say of a new one without an image, where it must have one. */
  imageRequired?: string;
  input: I;
  added: A;
  /** Puts an answer under the names used here, where the specification has two for the same. */
  answered?: (answer: Answer) => Answer;
}) {
  const create = z.object(declared.input);
  return {
    path: declared.path,
    noun: declared.noun,
    image: declared.image,
    upload: declared.image && (declared.upload ?? 'image'),
    imageRequired: declared.imageRequired,
    answered: declared.answered,
    create,
    /** What is absent stays as it is; hence no field may have a default here. */
    patch: create.partial(),
    /** `version` is an extra: it lets a client notice that somebody else has saved meanwhile. */
    row: z.object({ ...declared.added, ...create.required().shape, version: version.optional() }),
  };
}

/** 'price' and 'amount' are two names for what is asked; whichever came is both. */
export function withEitherPrice({ price, amount, ...rest }: Answer): Answer {
  return { ...rest, price: price ?? amount, amount: amount ?? price };
}

/** Any of them, for code that knows no entity. */
export type Resource = {
  path: string;
  noun: Noun;
  image?: string;
  upload?: string;
  imageRequired?: string;
  create: z.ZodObject;
  patch: z.ZodObject;
  row: z.ZodObject;
};

/** The body of the calls that switch one thing on or off and change nothing else. */
export const statusInput = z.object({ status: flag });

/** A rule over several fields, told together with whatever else is wrong; so what it is given may not have passed. */
export function withRule<T extends z.ZodObject>(
  schema: T,
  problems: (values: Partial<z.infer<T>>) => FieldErrors | undefined,
): T {
  return schema.superRefine(
    (values, context) => {
      for (const [field, message] of Object.entries(problems(values) ?? {}))
        context.addIssue({ code: 'custom', path: [field], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}
