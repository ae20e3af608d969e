import { planStateOf, type PlanFacts } from '@pulso/contract/coaching/coverage';
import { addDays } from '@pulso/contract/kit/dates';
import { expect, it } from 'vitest';
import { planEndWords, planWords } from './plan-words';

const TODAY = '2026-11-16';
const facts: PlanFacts = { on: true, end: TODAY, had_plan: true, package_end: null };

function read(change: Partial<PlanFacts>) {
  const { end, paused_until = null } = { ...facts, ...change };
  const plan = { ...planStateOf({ ...facts, ...change }, TODAY), end, paused_until, plan: 'Mensual' };
  const words = planWords(plan);
  return words && [words.text, words.tone, planEndWords(plan)];
}
const at = (days: number) => ({ end: addDays(TODAY, days) });

it.each([
  ['2 days ago', at(-2), ['Venció hace 2 días', 'red', 'Tu plan Mensual venció el 14/11/2026']],
  ['yesterday', at(-1), ['Venció hace 1 día', 'red', 'Tu plan Mensual venció el 15/11/2026']],
  ['today', at(0), ['Vence hoy', 'yellow', 'Tu plan Mensual vence el 16/11/2026']],
  ['tomorrow', at(1), ['Vence en 1 día', 'yellow', 'Tu plan Mensual vence el 17/11/2026']],
  ['in 7 days', at(7), ['Vence en 7 días', 'yellow', 'Tu plan Mensual vence el 23/11/2026']],
  ['in 8 days', at(8), ['Tu plan Mensual vence el 24/11/2026', 'green', undefined]],
  ['with a queued period', at(61), ['Tu plan Mensual vence el 16/01/2027', 'green', undefined]],
  [
    'paused',
    { ...at(20), paused_until: '2026-11-30' },
    ['En pausa hasta el 30/11/2026', 'blue', 'Tu plan Mensual vence el 06/12/2026'],
  ],
  ['switched off', { ...at(20), on: false }, ['Tu plan está desactivado', 'grey', undefined]],
  ['never had one', { on: false, end: null, had_plan: false }, undefined],
])('MIP-01 says how a plan stands that ends %s', (_when, change, words) => {
  expect(read(change)).toEqual(words);
});
