import { assertOk, failureOf, readBody } from '@pulso/web/answers';
import { noteServerTime } from '#http/server-clock';

/** The data of an answer; throws a `CallFailure` unless it succeeded. */
export async function dataIn(response: Response): Promise<unknown> {
  const body = readBody(await response.text());
  noteServerTime(response.headers.get('date'));
  if (response.ok) return assertOk(body).data;
  throw failureOf(response.status, body, response.headers.get('retry-after'));
}
