import { today } from '@pulso/contract/kit/dates';

/** The server's clock minus this phone's, in milliseconds: a wrong clock is right as long as it is constant. */
let offset = 0;

/** Takes the `Date` of an answer, which is told in whole seconds: less than that is no difference. */
export function noteServerTime(date: string | null) {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const difference = told - Date.now();
  if (Math.abs(difference - offset) > 2_000) offset = difference;
}

export const clockOffset = () => offset;
export const serverNow = () => new Date(Date.now() + offset);
/** The day in Buenos Aires by the server's clock. */
export const serverToday = () => today(serverNow());
