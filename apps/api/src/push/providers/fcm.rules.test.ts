import { fcmErrors } from '@pulso/testing/push-services';
import { expect, it } from 'vitest';
import { fcmOutcome } from '#push/providers/fcm.rules';

it.each([
  ['X6 the app of one project that Apple does not know', fcmErrors.thirdParty, 'failed'],
  ['O6 another project’s token', fcmErrors.senderMismatch, 'failed'],
  ['O6 a token that is no more', fcmErrors.unregistered, 'gone'],
  ['O11 a caller who may not', fcmErrors.denied, 'credentials'],
  ['O11 a caller nobody knows', { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } }, 'credentials'],
  ['O11 a word that nobody knows', { status: 403, body: { error: { status: 'NUEVO' } } }, 'refused'],
  ['O11 no word at all', { status: 401, body: {} }, 'refused'],
  ['O11 no such project', { status: 404, body: { error: { status: 'NOT_FOUND' } } }, 'refused'],
])('%s is told from the others', (_name, { status, body }, kind) => {
  expect(fcmOutcome(status, body)).toEqual({ kind });
});
