import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { STALE_VERSION } from '@pulso/contract/kit/stale-version';

/** `http/answers/errors.ts` maps each kind to a status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'wrong-type'
  | 'busy'
  | 'unavailable';

export type RefusalCode = 'stale' | 'contacted' | 'duplicate' | 'limit' | 'lapsed' | 'newer' | 'answered';

/** The reason for refusing a request, in words for people: one sentence, or one per field. */
export class Refusal extends Error {
  readonly kind: RefusalKind;

  constructor(
    readonly reason: string | FieldErrors,
    kind?: RefusalKind,
    readonly retryAfterSeconds?: number,
    /** Code for a client that acts on the refusal. */
    readonly code?: RefusalCode,
  ) {
    super(typeof reason === 'string' ? reason : Object.values(reason).join('; '));
    this.kind = kind ?? (typeof reason === 'string' ? 'conflict' : 'invalid');
  }
}

export const SESSION_ENDED = 'Tu sesión no es válida o ha vencido. Inicia sesión de nuevo.';

export const notFound = () => new Refusal('El recurso solicitado no existe', 'not-found');
export const staleVersion = () => new Refusal(STALE_VERSION);
/** Refusal of a request based on an outdated value: the sentence says how it is now. */
export const staleValue = (sentence: string) => new Refusal(sentence, 'conflict', undefined, 'stale');
export const tooManyAtOnce = () =>
  new Refusal('Hay demasiados intentos al mismo tiempo. Espera unos segundos.', 'busy', 5);
export const unavailable = () =>
  new Refusal('El servicio no está disponible en este momento. Por favor, inténtalo más tarde.', 'unavailable', 1);
export const diskFull = () =>
  new Refusal('El disco del servidor está lleno: se puede consultar, pero no guardar.', 'unavailable', 5);
