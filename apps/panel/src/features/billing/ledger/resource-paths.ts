/** First parts of query keys; also the paths of the calls. */
export const PAYMENTS_PATH = 'payment';
export const TILL_PATH = 'till';
