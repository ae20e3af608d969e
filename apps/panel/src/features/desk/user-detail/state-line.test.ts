import { describe, expect, it } from 'vitest';
import { describeStanding } from '#features/desk/user-detail/state-line';

const DAY = '2026-11-19';
const paid = { owed: 0, unverified: 0 };
const until = (suscription_end: string | null, suscription_status = true) => ({ suscription_end, suscription_status });

describe('the standing of a client in one line', () => {
  it.each([
    [until('2026-12-18'), 'Mensual', paid, 'Mensual · vence el 18 dic · al día'],
    [until('2027-01-18'), 'Mensual', { owed: 5, unverified: 0 }, 'Mensual · vence el 18 ene 2027'],
    [until('2026-12-18'), 'Mensual', { owed: 0, unverified: 5 }, 'Mensual · vence el 18 dic'],
    [until(DAY), 'Mensual', paid, 'Mensual · vence hoy · al día'],
    [until('2026-11-03'), 'Mensual', paid, 'Mensual · venció el 3 nov'],
    [until('2026-12-18', false), 'Mensual', paid, 'Mensual · hasta el 18 dic'],
    [until('2026-12-18'), 'Mensual', undefined, 'Mensual · vence el 18 dic'],
    [until(null), 'Plan #3', undefined, 'Plan #3'],
    [until(null, false), undefined, paid, ''],
  ])('%j with %s', (user, plan, balance, line) => {
    expect(describeStanding(user, plan, DAY, balance)).toBe(line);
  });
});
