import { addDays, daysBetween, weekdayOf, type DateText } from '@pulso/contract/kit/dates';

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];
const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

export const weekdayName = (day: DateText) => WEEKDAYS[weekdayOf(day) - 1]!;
const partsOf = (day: DateText) => day.split('-').map(Number) as [number, number, number];

/** 'Jueves 19 de noviembre' */
export function longDay(day: DateText): string {
  const [, month, date] = partsOf(day);
  return capitalize(`${weekdayName(day)} ${date} de ${MONTHS[month - 1]}`);
}

/** '16/11' */
export function shortDay(day: DateText): string {
  const [, month, date] = partsOf(day);
  return `${date}/${month}`;
}

/** 'Mañana', 'El viernes', and further off 'El viernes 27/11'. */
export function whenWords(day: DateText, today: DateText): string {
  if (day === addDays(today, 1)) return 'Mañana';
  return `El ${weekdayName(day)}${daysBetween(today, day) > 6 ? ` ${shortDay(day)}` : ''}`;
}

/** 'Día 3', which stays on one line. */
export const dayName = (day_number: number) => `Día\u00a0${day_number}`;

/** 'Día 3 · Piernas' */
export const dayTitle = ({ day_number, title }: { day_number: number; title: string }) =>
  title ? `${dayName(day_number)} · ${title}` : dayName(day_number);

/** '7 ejercicios, 50 min' */
export const dayLength = ({ exercises, minutes }: { exercises: number; minutes: number }) =>
  `${exercises === 1 ? '1 ejercicio' : `${exercises} ejercicios`}${minutes > 0 ? `, ${minutes} min` : ''}`;

/** '18 de 20 series' */
export const setsDoneWords = ({ done, planned }: { done: number; planned: number }) =>
  `${done} de ${planned} ${planned === 1 ? 'serie' : 'series'}`;

/** 'Desayuno' of 'DESAYUNO ': one name of those that are written in several ways. */
export function categoryName(category: string): string {
  const name = category.trim();
  return name === name.toUpperCase() ? capitalize(name.toLowerCase()) : name;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
