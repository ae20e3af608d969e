import { describe, expect, it } from 'vitest';
import { addDays, today as dayAt } from '../kit/dates';
import {
  hasActiveSubscription,
  subscriptionBadge,
  subscriptionDetailBadge,
  subscriptionListLabel,
  subscriptionState,
} from './subscription-state';

const today = '2026-03-05';
const endingIn = (days: number) => ({ suscription_status: true, suscription_end: addDays(today, days) });
const listLabel = (days: number) => subscriptionListLabel(subscriptionState(endingIn(days), today));

const withoutSubscription = [
  {},
  { suscription_status: false, suscription_end: '2027-01-01' },
  { suscription_status: null, suscription_end: '2027-01-01' },
  { suscription_end: '2027-01-01' },
  { suscription_status: true },
  { suscription_status: true, suscription_end: null },
  { suscription_status: true, suscription_end: '' },
  { suscription_status: true, suscription_end: 'infinity' },
];

describe('in the list', () => {
  it.each([
    [-400, 'expired'],
    [-1, 'expired'],
    [0, 'expired'],
    [1, 'expiring'],
    [6, 'expiring'],
    [7, 'expiring'],
    [8, 'active'],
    [1_000, 'active'],
  ])('FMT-08 calls an end %i days from today %s', (days, kind) => {
    expect(subscriptionState(endingIn(days), today)).toEqual({ kind, days });
  });

  it('FMT-08 finds no subscription without the flag or without an end', () => {
    for (const user of withoutSubscription) {
      expect(subscriptionState(user, today)).toEqual({ kind: 'none' });
      expect(subscriptionListLabel(subscriptionState(user, today))).toBe('Sin suscripción');
    }
  });

  it('USU-07 USU-08 USU-09 USU-10 FMT-09 counts calendar days in its texts, always in the plural', () => {
    expect([-1, 0, 1, 7, 8, 30].map(listLabel)).toEqual([
      'Expirada',
      'Expirada',
      'Por expirar (1 día)',
      'Por expirar (7 días)',
      'Activa (8 días)',
      'Activa (30 días)',
    ]);
  });

  it('FMT-09 counts across the end of February and of the year', () => {
    const state = (from: string, end: string) =>
      subscriptionState({ suscription_status: true, suscription_end: end }, from);
    expect(state('2028-02-28', '2028-03-01')).toEqual({ kind: 'expiring', days: 2 });
    expect(state('2027-02-28', '2027-03-01')).toEqual({ kind: 'expiring', days: 1 });
    expect(state('2026-12-31', '2027-01-08')).toEqual({ kind: 'active', days: 8 });
  });

  it('FMT-10 flips at midnight in Buenos Aires, not at 21:00', () => {
    const label = (instant: string) => subscriptionListLabel(subscriptionState(endingIn(0), dayAt(new Date(instant))));
    expect(label('2026-03-04T23:59:59.999-03:00')).toBe('Por expirar (1 día)');
    expect(label('2026-03-05T00:00:00.000-03:00')).toBe('Expirada');
    expect(label('2026-03-05T23:59:59.999-03:00')).toBe('Expirada');
    expect(label('2026-03-04T21:00:00.000-03:00')).toBe('Por expirar (1 día)');
  });

  it('reads the date of a foreign timestamp', () => {
    const user = { suscription_status: true, suscription_end: '2026-03-06T00:00:00.000Z' };
    expect(subscriptionState(user, today)).toEqual({ kind: 'expiring', days: 1 });
  });
});

describe('on the detail', () => {
  it.each([
    [30, 'Activa (30 días restantes)', 'green'],
    [8, 'Activa (8 días restantes)', 'green'],
    [7, 'Activa (7 días restantes)', 'yellow'],
    [1, 'Activa (1 día restante)', 'yellow'],
    [0, 'Vence hoy', 'yellow'],
    [-1, 'Expirada', 'red'],
    [-400, 'Expirada', 'red'],
  ])('USD-28 USD-29 USD-30 USD-31 shows an end %i days from today as %s in %s', (days, text, tone) => {
    expect(subscriptionDetailBadge(endingIn(days), today)).toEqual({ text, tone });
  });

  it('USD-27 shows no subscription in red', () => {
    for (const user of withoutSubscription)
      expect(subscriptionDetailBadge(user, today)).toEqual({ text: 'Sin suscripción activa', tone: 'red' });
  });
});

describe('on every screen', () => {
  const badge = (days: number, role = 'CLIENT', suscription_status = true) =>
    subscriptionBadge({ ...endingIn(days), suscription_status, role }, today);

  it.each([
    [30, 'Activa (30 días)', 'green'],
    [7, 'Por expirar (7 días)', 'yellow'],
    [0, 'Vence hoy', 'yellow'],
    [-1, 'Expirada', 'red'],
  ])('A3 calls an end %i days from today %s', (days, text, tone) => {
    expect(badge(days)).toEqual({ text, tone });
  });

  it('A23 tells a subscription that was switched off with days left from none', () => {
    for (const days of [0, 20]) expect(badge(days, 'CLIENT', false)).toEqual({ text: 'Desactivada', tone: 'grey' });
    expect(badge(-1, 'CLIENT', false)).toEqual({ text: 'Sin suscripción', tone: 'red' });
    expect(subscriptionBadge({ role: 'otro' }, today)?.text).toBe('Sin suscripción');
  });

  it('polish 10 misses no subscription of administrators and trainers', () => {
    for (const role of ['ADMIN', 'trainer', 'administrador'])
      expect(subscriptionBadge({ role }, today)).toBeUndefined();
    expect(badge(30, 'TRAINER')?.text).toBe('Activa (30 días)');
  });
});

describe('hasActiveSubscription', () => {
  it('wants the flag and an end after today', () => {
    expect([-1, 0, 1, 7, 8].map((days) => hasActiveSubscription(endingIn(days), today))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(withoutSubscription.some((user) => hasActiveSubscription(user, today))).toBe(false);
  });
});
