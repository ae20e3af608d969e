import type { TodayCourse } from '@pulso/contract/coaching/courses';
import type { DateText } from '@pulso/contract/kit/dates';
import { dayName, dayTitle, shortDay, weekdayName, whenWords } from '#features/words';

/** 'Día 3 de 5 · Piernas' */
export function dayOfCourse({ day_number, of, title }: NonNullable<TodayCourse['day']>): string {
  return `${dayName(day_number)} de ${of}${title ? ` · ${title}` : ''}`;
}

/** A course's line about today, and under it the next turn; the former is a title without a day. */
export function courseWords({ state, day, next_on, title }: TodayCourse, today: DateText) {
  if (state === 'done') return { head: 'Hecho por hoy', next: day ? `Lo próximo: ${dayTitle(day)}` : '' };
  if (state === 'rest')
    return { head: 'Hoy descansas', next: day && next_on ? `${whenWords(next_on, today)}: ${dayTitle(day)}` : '' };
  if (state === 'starts')
    return { head: next_on ? `Empieza el ${weekdayName(next_on)} ${shortDay(next_on)}: ${title}` : title, next: '' };
  return { head: title, next: day ? dayOfCourse(day) : '' };
}

/** 'Te quedó el Día 1 del lunes' */
export const missedWords = ({ day_number, on }: TodayCourse['missed'][number]) =>
  `Te quedó el ${dayName(day_number)} del ${weekdayName(on)}`;
