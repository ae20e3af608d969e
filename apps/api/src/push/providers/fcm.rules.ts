import type { Outcome } from '#push/deliveries.rules';

type Violation = { field?: string };
type Detail = { '@type'?: string; errorCode?: string; fieldViolations?: Violation[] };
export type FcmFailure = { error?: { status?: string; message?: string; details?: Detail[] } };

/** Of two different invalid arguments, only a token that is none is the device's fault. */
function isTokenInvalid({ message = '', details = [] }: NonNullable<FcmFailure['error']>): boolean {
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field));
  return fields.length > 0 ? fields.every((field) => field === 'message.token') : /registration token/i.test(message);
}

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
const DEVICE_CODES = new Set([
  // Another project's token. Not ours to throw away: the project may be what is wrong.
  'SENDER_ID_MISMATCH',
  // Firebase knows us; Apple or the browser's maker does not know this app of the project.
  'THIRD_PARTY_AUTH_ERROR',
]);
/** https://cloud.google.com/apis/design/errors: said of whoever calls, whatever the message. */
const CALLER_CODES = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED']);

export function fcmOutcome(status: number, { error = {} }: FcmFailure, afterSeconds?: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const code = error.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error.status ?? '';
  if (code === 'UNREGISTERED') return { kind: 'gone' };
  if (DEVICE_CODES.has(code)) return { kind: 'failed' };
  // A project that does not exist answers 404 too, and then no token is to blame.
  if (status === 401 || status === 403 || status === 404)
    return { kind: CALLER_CODES.has(code) ? 'credentials' : 'refused' };
  if (status === 429 || status >= 500) return { kind: 'later', afterSeconds };
  if (status === 400 && isTokenInvalid(error)) return { kind: 'gone' };
  return { kind: 'failed' };
}
