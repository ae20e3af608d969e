import { z } from 'zod';

export const failureBody = z.object({
  success: z.literal(false),
  message: z.string(),
  /** Only with status 400. */
  errors: z.record(z.string(), z.string()).optional(),
});
export type FailureBody = z.infer<typeof failureBody>;
export type FieldErrors = Record<string, string>;

export function successBody<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data, message: z.string().optional() });
}

export function pageBody<T extends z.ZodType>(item: T) {
  const count = z.number().int().nonnegative();
  return successBody(z.array(item)).extend({ meta: z.object({ total: count, page: count, limit: count }) });
}

/** The first message of each field; a nested one under its path ('sets.0.reps'). */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) errors[key] ??= 'No se espera este campo';
    else errors[issue.path.join('.') || 'body'] ??= issue.message;
  }
  return errors;
}
