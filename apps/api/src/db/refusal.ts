import type { FieldErrors } from '@pulso/contract/kit/envelope';

/**
 * What the stored data does not allow, in words for a person: by field where what was sent is to blame, else as a
 * whole. Thrown inside a transaction it also undoes it.
 */
export class Refusal extends Error {
  constructor(readonly reason: string | FieldErrors) {
    super(typeof reason === 'string' ? reason : Object.values(reason).join('; '));
  }
}
