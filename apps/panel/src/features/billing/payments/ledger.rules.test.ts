import { describe, expect, it } from 'vitest';
import { dayToPropose } from '#features/billing/ledger/day-to-propose';
import { defaultView, monthRange, reasonText, toLedgerQuestion } from '#features/billing/payments/ledger.rules';

describe('what is asked of the ledger', () => {
  it.each([
    ['2026-11-16', '2026-11-01', '2026-11-30'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2026-12-31', '2026-12-01', '2026-12-31'],
  ])('PAG-01 of %s it is the month from %s to %s', (day, desde, hasta) => {
    expect(monthRange(day)).toEqual({ desde, hasta });
  });

  const first = defaultView('2026-11-16');
  const given = (changes: Partial<typeof first>) =>
    Object.fromEntries(
      Object.entries(toLedgerQuestion({ ...first, ...changes })).filter(([, value]) => value !== undefined),
    );

  it('PAG-02 filters combine', () => {
    const filters = { metodo: 'efectivo', tipo: 'product', estado: 'completed', clase: 'clients', registro: '7' };
    expect(given({ ...filters, cliente: '12', buscar: ' Gómez ' })).toEqual({
      from: '2026-11-01',
      to: '2026-11-30',
      method: 'efectivo',
      type: 'product',
      status: 'completed',
      kind: 'clients',
      author: 7,
      user_id: 12,
      search: 'Gómez',
    });
  });

  it('PAG-02 what an address holds that is no choice is not asked; an empty day is no limit', () => {
    const odd = { metodo: 'trueque', tipo: 'x', estado: '', clase: 'y', registro: 'yo', cliente: '-1' };
    expect(given({ ...odd, desde: '', hasta: '31/31/2026', buscar: 'a'.repeat(200) })).toEqual({
      search: 'a'.repeat(100),
    });
  });
});

it('AJU-12 a reversal of a part gives back, one of the whole annuls', () => {
  const reversal = { kind: 'reversal', amount: -3_000, reverses: 7, reason: 'Se fue', status: 'completed' } as const;
  expect(reasonText({ ...reversal, is_part: true })).toBe('Devuelve ARS 3.000,00 del N.º 7: Se fue');
  expect(reasonText({ ...reversal, is_part: false })).toBe('Anula el N.º 7: Se fue');
});

it.each([
  ['2026-11-10', '2026-11-10'],
  [null, '2026-11-16'],
  ['2026-11-17', '2026-11-16'],
  ['2026-01-01', '2026-11-16'],
])('AJU-04 of a transfer told of %s the day %s is proposed', (claimed_on, day) => {
  expect(dayToPropose({ claimed_on }, '2026-11-16')).toBe(day);
});
