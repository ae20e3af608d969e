import { fieldErrors, type FieldErrors } from '@pulso/contract/kit/envelope';
import type * as z from 'zod/mini';
import type { CheckResult } from '#forms/form';

/** A form check made of the contract's own rules and messages. */
export function createSchemaCheck<T extends z.ZodMiniType>(
  schema: T,
  errorsOf: (error: z.core.$ZodError) => FieldErrors = fieldErrors,
): (fields: Record<string, unknown>) => CheckResult<z.output<T>> {
  return (fields) => {
    const parsed = schema.safeParse(fields);
    return parsed.success ? { values: parsed.data } : { errors: errorsOf(parsed.error) };
  };
}
