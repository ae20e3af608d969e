import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { formatDayMonth, parseDateField, type DateText } from '@pulso/contract/kit/dates';

type Balance = { owed: number; unverified: number };

/** 'vence el 18 dic', 'vence hoy', 'venció el 3 nov'; 'hasta el …' where it is switched off. */
function describeEnd(end: DateText, isOn: boolean | null, day: DateText): string {
  const shown = formatDayMonth(end, day);
  if (end < day) return `venció el ${shown}`;
  if (!isOn) return `hasta el ${shown}`;
  return end === day ? 'vence hoy' : `vence el ${shown}`;
}

/**
 * 'Mensual · vence el 18 dic · al día': the plan, its end, and that nothing is owed; a debt is worth a badge of its own. Without a
 * balance, nothing is said about it.
 */
export function describeStanding(
  user: Pick<UserDetail, 'suscription_status' | 'suscription_end'>,
  plan: string | undefined,
  day: DateText,
  balance: Balance | undefined,
): string {
  const end = parseDateField(user.suscription_end);
  const isPaid = balance?.owed === 0 && balance.unverified === 0;
  const isRunning = user.suscription_status === true && end !== undefined && end >= day;
  return [plan, plan && end && describeEnd(end, user.suscription_status, day), isRunning && isPaid && 'al día']
    .filter(Boolean)
    .join(' · ');
}
