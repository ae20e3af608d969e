import * as z from 'zod/mini';
import type { FieldErrors } from './envelope';
import { extra, flag, version } from './fields';

/** The answer of any server, before it is validated. */
export type Answer = Record<string, unknown>;

export type Noun = readonly [one: string, several: string];

/** An entity as both sides see it: its path, its input and its row. */
export function resource<I extends z.core.$ZodShape, A extends z.core.$ZodShape>(declared: {
  path: string;
  /** 'nivel', 'niveles'; also used in the message that something is in use. */
  noun: Noun;
  /** True for a noun like 'la dieta'. */
  feminine?: true;
  /** The column that holds the image's address; its presence makes the payload multipart. */
  image?: Extract<keyof A, string>;
  /** The multipart field of the image, where it is not `image`. */
  upload?: string;
  /** The message for a missing image, where it is required. */
  imageRequired?: string;
  /** True if neither of the two documents has the entity. */
  extra?: true;
  input: I;
  added: A;
  /** Renames fields of an answer for which the specification has two names. */
  answered?: (answer: Answer) => Answer;
}) {
  const create = z.object(declared.input);
  return {
    path: declared.path,
    noun: declared.noun,
    feminine: declared.feminine,
    image: declared.image,
    upload: declared.image && (declared.upload ?? 'image'),
    imageRequired: declared.imageRequired,
    answered: declared.answered,
    extra: declared.extra,
    create,
    /** Absent fields stay unchanged, so no input field may have a default. */
    patch: z.partial(create),
    /** `version` is an extra, for optimistic locking. */
    row: z.object({ ...declared.added, ...z.required(create).shape, version: z.optional(version) }),
  };
}

/** A resource of any entity, for generic code. */
export type Resource = {
  path: string;
  noun: Noun;
  feminine?: true;
  image?: string;
  upload?: string;
  imageRequired?: string;
  extra?: true;
  create: z.ZodMiniObject;
  patch: z.ZodMiniObject;
  row: z.ZodMiniObject;
};

/** Field of a change that removes the stored image. */
export const imageRemoval = { remove_image: extra(z.optional(flag)) };

export const statusInput = z.object({ status: flag });

/** Adds a rule over several fields. It also runs when single fields are invalid, so its input is not validated. */
export function withRule<T extends z.ZodMiniObject>(
  schema: T,
  problems: (values: Partial<z.infer<T>>) => FieldErrors | undefined,
): T {
  return schema.check(
    z.superRefine<z.infer<T>>(
      (values, context) => {
        for (const [field, message] of Object.entries(problems(values) ?? {}))
          context.addIssue({ code: 'custom', path: [field], message });
      },
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  );
}
