/** Why there is no answer to go on with. `refused` and `forbidden` are 401 and 403; `busy` is 429, and `nonsense` an answer that cannot be read. */
export type OutsideTrouble = 'down' | 'slow' | 'busy' | 'nonsense' | 'refused' | 'forbidden' | 'invalid';

/** An outside service gave no answer to go on with. Neither message nor cause holds what was sent: there is a token in it. */
export class OutsideDown extends Error {
  override name = 'OutsideDown';
  constructor(
    readonly trouble: OutsideTrouble,
    /** Machine words of the other side, such as 'invalid_items'. */
    readonly word?: string,
    /** Seconds after which it wants to be asked again. */
    readonly retryAfter?: number,
  ) {
    super(`Mercado Pago: ${[trouble, word].filter(Boolean).join(', ')}`);
  }
}
