/**
 * Why there is no answer to go on with. `refused` and `forbidden`: the token is none, or may not (401, 403). `busy`: 429.
 * `nonsense`: an answer that cannot be read. `invalid`: what was sent is refused, as `word` says.
 */
export type OutsideTrouble = 'down' | 'slow' | 'busy' | 'nonsense' | 'refused' | 'forbidden' | 'invalid';

/** With this word links are refused to an account whose owner has not proved who he is. */
export const NO_IDENTITY = 'collector_does_not_comply_with_current_regulation';

export const NOT_ANSWERING = 'Mercado Pago no responde. Por favor intenta de nuevo.';
export const IDENTITY_MISSING =
  'Mercado Pago todavía no deja cobrar a esta cuenta: falta validar la identidad de su titular en la app de Mercado Pago.';
const TOKEN_REFUSED = 'Mercado Pago no acepta el token. Revísalo en «Datos del negocio» con «Probar la conexión».';

/** An outside service gave no answer to go on with. Neither message nor cause holds what was sent: there is a token in it. */
export class OutsideDown extends Error {
  override name = 'OutsideDown';
  readonly trouble: OutsideTrouble;
  /** The other side's own word for it. */
  readonly word: string | undefined;
  /** Seconds after which it wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(trouble: OutsideTrouble, { word, retryAfter }: { word?: string; retryAfter?: number } = {}) {
    super(`Mercado Pago: ${word === undefined ? trouble : `${trouble} (${word})`}`);
    this.trouble = trouble;
    this.word = word;
    this.retryAfter = retryAfter;
  }

  /** For a person. */
  get sentence(): string {
    if (this.word === NO_IDENTITY) return IDENTITY_MISSING;
    return this.trouble === 'refused' || this.trouble === 'forbidden' ? TOKEN_REFUSED : NOT_ANSWERING;
  }
}
