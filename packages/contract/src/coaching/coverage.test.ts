import { expect, it } from 'vitest';
import { coverageOf, lapsedSentence, planStateOf, type PlanFacts } from './coverage';

const END = '2026-11-16';
const facts: PlanFacts = { on: true, end: END, had_plan: true, package_end: null, claimed_on: null };
const settings = { lapsed_sees: 'history', grace_days: 3 } as const;
const kindOn = (day: string, change: Partial<PlanFacts> = {}, grace_days = 3) =>
  coverageOf({ ...facts, ...change }, { ...settings, grace_days }, day).kind;

it('HOY-08 a client sees everything until three days after the end, and is lapsed then', () => {
  expect(['15', '16', '18', '19'].map((day) => kindOn(`2026-11-${day}`))).toEqual([
    'covered',
    'grace',
    'grace',
    'lapsed',
  ]);
  expect(kindOn(END, {}, 0)).toBe('lapsed');
});

it('HOY-08 an active package covers, who never had a plan is not lapsed, switched off is lapsed at once', () => {
  const later = '2026-12-24';
  expect(kindOn(later, { package_end: '2026-12-25' })).toBe('covered');
  expect(kindOn(later, { package_end: later })).toBe('lapsed');
  expect(kindOn(later, { on: false, package_end: '2026-12-25' })).toBe('covered');
  expect(kindOn(later, { on: false, end: null, had_plan: false })).toBe('covered');
  expect(kindOn('2026-11-10', { on: false })).toBe('lapsed');
  expect(kindOn('2026-11-10', { end: null })).toBe('lapsed');
});

it('HOY-08 an open claim gives grace on its day and the two after', () => {
  const on = (day: string) => kindOn(day, { claimed_on: '2026-12-01' });
  expect(['2026-12-01', '2026-12-03', '2026-12-04'].map(on)).toEqual(['grace', 'grace', 'lapsed']);
});

it('HOY-09 says until when kept contents may be shown', () => {
  const of = (change: object, sees: 'all' | 'history' | 'nothing' = 'history', day = END) =>
    coverageOf({ ...facts, ...change }, { ...settings, lapsed_sees: sees }, day);
  expect(of({}).shown_until).toBe('2026-11-19');
  expect(of({ package_end: '2026-12-25' }).shown_until).toBe('2026-12-25');
  expect(of({}, 'all').shown_until).toBeNull();
  expect(of({ on: false, end: null, had_plan: false }).shown_until).toBeNull();
  expect(of({}, 'nothing', '2026-11-20')).toEqual({ kind: 'lapsed', sees: 'nothing', shown_until: '2026-11-20' });
  expect(of({}, 'all', '2026-11-20').sees).toBe('all');
  expect(lapsedSentence(facts)).toBe('Tu plan venció el 16/11/2026. Renuévalo para ver tu entrenamiento.');
  expect(lapsedSentence({ ...facts, on: false })).toBe(
    'Tu plan está desactivado. Renuévalo para ver tu entrenamiento.',
  );
});

it.each([
  [{}, '2026-11-08', { state: 'covered', days: 8 }],
  [{}, '2026-11-09', { state: 'due', days: 7 }],
  [{}, END, { state: 'today', days: 0 }],
  [{}, '2026-11-18', { state: 'overdue', days: -2 }],
  [{ on: false }, END, { state: 'off', days: null }],
  [{ on: false, end: null, had_plan: false }, END, { state: 'none', days: null }],
  [{ paused_until: '2026-11-12' }, '2026-11-10', { state: 'paused', days: 6 }],
])('MIP-01 names the state of a plan: %o on %s', (change, day, expected) => {
  expect(planStateOf({ ...facts, ...change }, day)).toEqual(expected);
});
