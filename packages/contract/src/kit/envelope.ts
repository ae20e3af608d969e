import * as z from 'zod/mini';

export const failureBody = z.object({
  success: z.literal(false),
  message: z.string(),
  /** Field errors, only with status 400. */
  errors: z.optional(z.record(z.string(), z.string())),
  /** Code for a client that acts on a refusal beyond showing it. */
  code: z.optional(z.string()),
});
export type FailureBody = z.infer<typeof failureBody>;
export type FieldErrors = Record<string, string>;

export function successBody<T extends z.ZodMiniType>(data: T) {
  return z.object({ success: z.literal(true), data, message: z.optional(z.string()) });
}

export function pageBody<T extends z.ZodMiniType>(item: T) {
  const count = z.int().check(z.nonnegative());
  /**
   * If `more` is true, counting stopped at `total`; if `similar` is true, nothing has the words of the search exactly; if `gone`
   * is true, nothing is found because a filter names what was deleted.
   */
  const meta = z.object({
    total: count,
    page: count,
    limit: count,
    more: z.optional(z.boolean()),
    similar: z.optional(z.boolean()),
    gone: z.optional(z.boolean()),
  });
  return z.extend(successBody(z.array(item)), { meta });
}

/** Limit: nobody reads every error of a long list, and the answer would be many times as long as the request. */
const MAX_NESTED_ERRORS = 100;

/** The first message of each field; a nested one under its path ('sets.0.reps'). */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const errors: FieldErrors = {};
  let nested = 0;
  for (const issue of error.issues) {
    if (issue.path.length > 1 && (nested += 1) > MAX_NESTED_ERRORS) continue;
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) errors[key] ??= 'No se espera este campo';
    else errors[issue.path.join('.') || 'body'] ??= issue.message;
  }
  return errors;
}
