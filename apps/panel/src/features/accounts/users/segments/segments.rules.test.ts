import { userQuestion } from '@pulso/contract/accounts/users.questions';
import { describe, expect, it } from 'vitest';
import { questionOf, sameQuestion, viewOf } from '#features/accounts/users/segments/segments.rules';
import { defaultView } from '#features/accounts/users/users.rules';

const all = {
  search: 'ana',
  role: 'CLIENT',
  status: 'active',
  subscription: 'inactive',
  state: 'overdue',
  plan: 3,
  tag: 7,
  trainer: 4,
  owes: false,
  unpaid_days: 30,
  joined_from: '2026-01-31',
  joined_to: '2026-03-05',
  ends_from: '2026-04-01',
  ends_to: '2026-04-30',
  new_in: '2026-01',
  renewed_in: '2026-02',
  lost_in: '2026-03',
  training: 'none',
  idle: 10,
  note: 'open',
} as const;

describe('a saved question and the view of the list', () => {
  it('FIL-01 FIL-02 are the same thing, with every filter', () => {
    expect(Object.keys(all).sort()).toEqual(Object.keys(userQuestion.shape).sort());
    const asked = questionOf({ ...defaultView, ...viewOf(all) });
    expect(userQuestion.parse(asked)).toEqual(all);
    expect(sameQuestion(asked, all)).toBe(true);
  });

  it('the view of one keeps nothing of another, and its order is none of it', () => {
    const view = { ...defaultView, ...viewOf(all), orden: 'name' };
    expect(questionOf({ ...view, ...viewOf({ owes: true }) })).toEqual({ owes: 'true' });
    expect(sameQuestion({ owes: true }, { owes: true, tag: 1 })).toBe(false);
    expect(sameQuestion({}, {})).toBe(true);
  });

  it('leaves out of an address what no filter means', () => {
    const odd = {
      situacion: 'toString',
      plan: '01',
      etiqueta: '1e3',
      deuda: 'si',
      sin_pagar: '-1',
      desde: '2026-02-30',
      entrenamiento: 'open',
      sin_entrenar: '91',
      nota: 'none',
    };
    expect(questionOf({ ...defaultView, ...odd })).toEqual({});
  });
});
