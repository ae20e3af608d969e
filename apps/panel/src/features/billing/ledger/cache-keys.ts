/** First parts of query keys; also the paths of the calls. */
export const PAYMENTS = 'payment';
export const TILL = 'till';
