import type { FieldErrors } from '@pulso/contract/kit/envelope';

/** Why something is refused; `http/errors.ts` knows the status of each. */
export type RefusalKind = 'invalid' | 'not-found' | 'conflict' | 'too-large' | 'wrong-type' | 'busy' | 'unavailable';

/**
 * A request that is not carried out, in words for a person: by field where what was sent is to blame, else as a whole.
 * Thrown inside a transaction it also rolls it back.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;

  constructor(
    readonly reason: string | FieldErrors,
    kind?: RefusalKind,
    readonly retryAfterSeconds?: number,
  ) {
    super(typeof reason === 'string' ? reason : Object.values(reason).join('; '));
    this.kind = kind ?? (typeof reason === 'string' ? 'conflict' : 'invalid');
  }
}

export const notFound = () => new Refusal('El recurso solicitado no existe', 'not-found');
export const staleVersion = () =>
  new Refusal('Otra persona guardó cambios mientras editabas. Vuelve a cargar los datos y repite los tuyos.');
export const tooManyAtOnce = () =>
  new Refusal('Hay demasiados intentos al mismo tiempo. Espera unos segundos.', 'busy', 5);
export const unavailable = () =>
  new Refusal('El servicio no está disponible en este momento. Por favor, inténtalo más tarde.', 'unavailable', 1);
