import type { Segment } from '@pulso/contract/accounts/segments';
import { userQuestion, type UserQuestion } from '@pulso/contract/accounts/users.questions';
import { MAX_AT_ONCE, whomParameter, type Whom } from '@pulso/contract/accounts/whom';
import {
  INVALID_SEND_AT,
  notificationInput,
  sendAtProblem,
  sizeProblem,
  type Audience,
} from '@pulso/contract/desk/notifications';
import { fieldErrors, type FieldErrors } from '@pulso/contract/kit/envelope';
import { dateOfInstant, formatClock, isDate, today } from '@pulso/contract/kit/dates';
import * as z from 'zod/mini';
import { sameQuestion } from '#features/accounts/users/segments/segments.rules';
import type { CheckResult } from '#forms/form';
import { formatCount } from '#ui/text/numbers';

/** Whom an address asks for; undefined if nobody, or what it says cannot be read. */
export function whomOf(asked: string): Whom | undefined {
  return asked === '' ? undefined : whomParameter.safeParse(asked).data;
}

/** A question under the name that it was saved with: its present filters are asked at the hour. */
export function savedWhom(whom: Whom | undefined, saved: readonly Segment[] | undefined): Whom | undefined {
  const { query } = whom ?? {};
  const segment = query && saved?.find((one) => sameQuestion(one.query, query));
  return segment ? { segment_id: segment.id } : whom;
}

export const readQuestion = (stored: unknown): UserQuestion => userQuestion.safeParse(stored).data ?? {};

const plural = (count: number, one: string, several: string) => `${formatCount(count)} ${count === 1 ? one : several}`;

/** '128 usuarios · 96 teléfonos' */
export function reachText({ users = 0, devices }: Audience): string {
  const isMore = users > MAX_AT_ONCE;
  const people = isMore ? `Más de ${formatCount(MAX_AT_ONCE)} usuarios` : plural(users, 'usuario', 'usuarios');
  return `${people} · ${isMore ? 'más de ' : ''}${plural(devices, 'teléfono', 'teléfonos')}`;
}

/** A day and a clock in Buenos Aires as an instant: as far from what its clocks show at that time of UTC. */
function instantAt(day: string, clock: string): Date {
  const asUtc = Date.parse(`${day}T${clock}:00Z`);
  const shown = Date.parse(`${dateOfInstant(new Date(asUtc))}T${formatClock(new Date(asUtc))}:00Z`);
  return new Date(2 * asUtc - shown);
}

/** The next full hour, tomorrow at the latest in the evening. */
export function nextHour(now: Date): { day: string; clock: string } {
  const next = new Date(Math.ceil((now.getTime() + 60_000) / 3_600_000) * 3_600_000);
  return { day: today(next), clock: formatClock(next) };
}

export type GroupMessage = { title: string; body: string; send_at?: string };

const words = z.pick(notificationInput, { title: true, body: true });
const CLOCK = /^\d{2}:\d{2}$/;

/** The form's controls as what is sent, at `now`. */
export function checkGroupMessage(fields: Record<string, unknown>, now: Date): CheckResult<GroupMessage> {
  const read = words.safeParse(fields);
  const errors: FieldErrors = read.success ? { ...sizeProblem(read.data) } : fieldErrors(read.error);
  const { when, day = '', clock = '' } = fields as Record<string, string | undefined>;
  if (when !== 'later') return Object.keys(errors).length > 0 || !read.success ? { errors } : { values: read.data };
  if (!isDate(day)) errors.day = 'La fecha no es válida';
  if (!CLOCK.test(clock)) errors.clock = INVALID_SEND_AT;
  const sendAt = errors.day || errors.clock ? undefined : instantAt(day, clock).toISOString();
  const problem = sendAt && sendAtProblem(sendAt, now);
  if (problem) errors.clock = problem;
  return Object.keys(errors).length > 0 || !read.success ? { errors } : { values: { ...read.data, send_at: sendAt } };
}
