import { formatDate, type DateText } from '@pulso/contract/kit/dates';
import { serverToday } from '#http/server-clock';
import { shortDay } from '#features/words';

/** '16/11', with its year where that is not this one. */
export const recentDay = (day: DateText, today = serverToday()): string =>
  day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : formatDate(day);
