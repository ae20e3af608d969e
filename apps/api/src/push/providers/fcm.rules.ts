import type { Outcome } from '#push/deliveries.rules';

type Violation = { field?: string };
type Detail = { '@type'?: string; errorCode?: string; fieldViolations?: Violation[] };
export type FcmFailure = { error?: { status?: string; message?: string; details?: Detail[] } };

/** An invalid argument may be any field of the message; only an invalid token is the device's fault. */
function isTokenInvalid({ message = '', details = [] }: NonNullable<FcmFailure['error']>): boolean {
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field));
  return fields.length > 0 ? fields.every((field) => field === 'message.token') : /registration token/i.test(message);
}

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
const DEVICE_CODES = new Set([
  // Another project's token. Kept: the configured project may be the wrong one.
  'SENDER_ID_MISMATCH',
  // Firebase accepts us; Apple or the browser's maker does not accept this app of the project.
  'THIRD_PARTY_AUTH_ERROR',
]);
/** About the caller, whatever the message: https://cloud.google.com/apis/design/errors */
const CALLER_CODES = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED']);

export function fcmOutcome(status: number, { error = {} }: FcmFailure, afterSeconds?: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const code = error.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error.status ?? '';
  if (code === 'UNREGISTERED') return { kind: 'gone' };
  if (DEVICE_CODES.has(code)) return { kind: 'failed' };
  // 404 is also the answer for an unknown project, so it says nothing about the token.
  if (status === 401 || status === 403 || status === 404)
    return { kind: CALLER_CODES.has(code) ? 'credentials' : 'refused' };
  if (status === 429 || status >= 500) return { kind: 'later', afterSeconds };
  if (status === 400 && isTokenInvalid(error)) return { kind: 'gone' };
  return { kind: 'failed' };
}
