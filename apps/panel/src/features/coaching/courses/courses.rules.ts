import {
  assignmentInput,
  scheduleInput,
  scheduleProblems,
  type Assignment,
  type AssignmentInput,
  type CourseKind,
  type FollowedCourse,
  type NextDay,
  type Schedule,
} from '@pulso/contract/coaching/courses';
import { addDays, formatDate, formatDayMonth, isDate, weekdayOf, type DateText } from '@pulso/contract/kit/dates';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import type { CheckResult } from '#forms/form';

/** The days of the week from Monday on, as the ISO numbers them from 1. */
export const WEEKDAYS = [
  { value: 1, short: 'Lu', label: 'Lunes' },
  { value: 2, short: 'Ma', label: 'Martes' },
  { value: 3, short: 'Mi', label: 'Miércoles' },
  { value: 4, short: 'Ju', label: 'Jueves' },
  { value: 5, short: 'Vi', label: 'Viernes' },
  { value: 6, short: 'Sá', label: 'Sábado' },
  { value: 7, short: 'Do', label: 'Domingo' },
] as const;
export const EVERY_DAY = WEEKDAYS.map(({ value }) => value as number);

export const modeOptions = [
  { value: 'sequence', label: 'En orden: la próxima vez, el día que sigue' },
  { value: 'weekdays', label: 'Por días de la semana' },
];

export const describeWeekdays = (weekdays: readonly number[]): string =>
  weekdays.length === EVERY_DAY.length
    ? 'Todos los días'
    : WEEKDAYS.filter(({ value }) => weekdays.includes(value))
        .map(({ short }) => short)
        .join(' ');

export const describeMode = ({ mode, weekdays }: Pick<FollowedCourse, 'mode' | 'weekdays'>): string =>
  mode === 'weekdays' ? describeWeekdays(weekdays) : 'En orden';

/** 'Día 3 · Piernas' */
export const describeDay = (number: number, title: string | null | undefined): string =>
  `Día\u00a0${number}${title ? ` · ${title}` : ''}`;

function whenOf(next: NextDay, today: DateText): string {
  const { state, next_on } = next;
  if (next_on === null || next_on === today) return state === 'done' ? 'hecho por hoy' : '';
  if (next_on === addDays(today, 1)) return 'mañana';
  const weekday = WEEKDAYS[weekdayOf(next_on) - 1]?.label.toLowerCase() ?? '';
  return next_on <= addDays(today, 6) ? `el ${weekday}` : `el ${formatDayMonth(next_on, today)}`;
}

/** 'Lo próximo: Día 3 · Piernas, mañana'; nothing where nothing comes. */
export function describeNext(next: NextDay | null, today: DateText): string {
  if (!next || next.day_number === null) return 'No queda nada por hacer.';
  const when = whenOf(next, today);
  return `Lo próximo: ${describeDay(next.day_number, next.title)}${when && `, ${when}`}`;
}

/** 'Desde el 16/11/2026, hasta el 15/12/2026': the last day, not the one after it. */
export function describeDates({ starts_on, ends_on }: { starts_on: DateText; ends_on: DateText | null }): string {
  const end = ends_on && `, hasta el ${formatDate(addDays(ends_on, -1))}`;
  return `Desde el ${formatDate(starts_on)}${end ?? ''}`;
}

/** The training days to begin with; the first is stored as none, so that it stays the first. */
export function firstDayOptions(days: readonly { day_number: number; title: string; is_rest_day: boolean }[]) {
  return days
    .filter(({ is_rest_day }) => !is_rest_day)
    .map(({ day_number, title }, index) => ({
      value: index === 0 ? 0 : day_number,
      label: describeDay(day_number, title),
    }));
}

/** The form's values of an assignment: its last day instead of the day after. */
export const scheduleValues = ({ starts_on, ends_on, mode, weekdays, first_day }: Assignment) => ({
  starts_on,
  ends_on: ends_on && addDays(ends_on, -1),
  mode,
  weekdays,
  first_day: first_day ?? 0,
});

const readList = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : text);

/** A form's schedule, as the calls take it. */
function readSchedule(fields: Record<string, unknown>): Record<string, unknown> {
  const { ends_on: last, weekdays, first_day, mode } = fields;
  const isChosenDay = first_day !== undefined && Number(first_day) !== 0;
  return {
    ...fields,
    ends_on: typeof last === 'string' && isDate(last) ? addDays(last, 1) : last,
    weekdays: weekdays === undefined ? undefined : readList(weekdays),
    first_day: isChosenDay ? Number(first_day) : null,
    mode: mode ?? 'sequence',
  };
}

type Thing = { kind: CourseKind; startBefore?: DateText };

const withProblems = <T extends Schedule>(values: T, today: DateText, { kind, startBefore }: Thing): CheckResult<T> => {
  const errors = scheduleProblems(values, today, { isDiet: kind === 'diet', startBefore });
  return errors ? { errors } : { values };
};

export function checkAssignment(
  fields: Record<string, unknown>,
  kind: CourseKind,
  today: DateText,
): CheckResult<AssignmentInput> {
  const { user_ids: ids } = fields;
  const read = { ...readSchedule(fields), ...(ids !== undefined && { user_ids: readList(ids) }) };
  const { success, data, error } = assignmentInput.safeParse(read);
  return success ? withProblems(data, today, { kind }) : { errors: fieldErrors(error) };
}

export function checkSchedule(fields: Record<string, unknown>, thing: Thing, today: DateText): CheckResult<Schedule> {
  const { success, data, error } = scheduleInput.safeParse(readSchedule(fields));
  return success ? withProblems(data, today, thing) : { errors: fieldErrors(error) };
}
