/** Message of a page to a new version of its worker that waits. */
export const TAKE_OVER = 'take-over';
