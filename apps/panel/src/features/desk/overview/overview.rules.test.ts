import { percentsOf } from '@pulso/contract/billing/ipc';
import type { SeriesMonth } from '@pulso/contract/desk/overview';
import { expect, it } from 'vitest';
import { changeText, countText, percentText, shortMoney } from '#features/desk/overview/figure-texts.rules';
import { addressBehind, adjustmentNotes, chartsOf, shownMonth } from '#features/desk/overview/overview.rules';

const nothing = { collected: 0, ended: 0, renewed: 0, partial: false, new_clients: 0, lost_clients: 0 };
const monthOf = (month: string, fields: Partial<SeriesMonth> = {}): SeriesMonth => ({ ...nothing, month, ...fields });

it('NEG-09 writes a dash where there is nothing, and never NaN', () => {
  expect([percentText(undefined), percentText(NaN), changeText(undefined), countText(NaN)]).toEqual(Array(4).fill('—'));
  expect([percentText(0), percentText(83.333), percentText(100), changeText(12.5), changeText(-0.04)]).toEqual([
    '0 %',
    '83,3 %',
    '100 %',
    '+12,5 %',
    '0 %',
  ]);
  const [collected, rate, people] = chartsOf([monthOf('2026-10')], undefined);
  expect(collected!.curves[0]!.points).toEqual([{ value: 0, text: 'ARS 0,00' }]);
  expect(rate!.curves[0]!.points).toEqual([{ value: undefined, text: '—' }]);
  expect(people!.curves.map(({ points }) => points)).toEqual([[{ value: 0, text: '0' }], [{ value: 0, text: '0' }]]);
});

it('NEG-04 NEG-07 marks what is partial, nominal or missing', () => {
  const months = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'].map((month) =>
    monthOf(month, { collected: 100, ended: 4, renewed: 3, partial: month === '2026-11' }),
  );
  const percents = percentsOf([
    { month: '2026-08', percent: 2 },
    { month: '2026-10', percent: 10 },
  ]);
  const [collected, rate] = chartsOf(months, percents);
  expect(collected!.curves[0]!.points).toEqual([
    { value: undefined, text: '—', note: 'Falta el IPC de septiembre de 2026' },
    { value: undefined, text: '—', note: 'Falta el IPC de septiembre de 2026' },
    { value: 110, text: 'ARS 110,00' },
    { value: 100, text: 'ARS 100,00' },
    { value: 100, text: 'ARS 100,00', note: 'nominal', isSoft: true },
  ]);
  expect(rate!.curves[0]!.points.at(-1)).toEqual({ value: 75, text: '75 %', note: 'parcial', isSoft: true });
  expect(adjustmentNotes(months, percents)).toEqual([
    'En pesos de octubre de 2026.',
    'Falta el IPC de septiembre de 2026: los meses anteriores no se dibujan.',
    'Los meses que siguen van sin ajustar.',
  ]);
  expect(adjustmentNotes(months, percentsOf([]))).toEqual(['Todavía no hay IPC cargado: los valores son nominales.']);
});

it('shortens the amounts of an axis', () => {
  expect([shortMoney(0), shortMoney(950), shortMoney(350_000), shortMoney(1_500_000), shortMoney(-2_000_000)]).toEqual([
    '0',
    '950',
    '350 mil',
    '1,5 M',
    '-2 M',
  ]);
});

it('NEG-02 leads to the list behind a figure, and keeps to months that have begun', () => {
  expect(addressBehind({ users: { lost_in: '2026-10' }, count: 3 })).toBe('/usuarios?perdidos=2026-10');
  expect(addressBehind({ payments: { from: '2026-11-01', to: '2026-11-19', kind: 'clients', plan: 4 }, sum: 1 })).toBe(
    '/pagos?desde=2026-11-01&hasta=2026-11-19&plan=4&clase=clients',
  );
  expect([shownMonth('2026-10', '2026-11'), shownMonth('2026-12', '2026-11'), shownMonth('x', '2026-11')]).toEqual([
    '2026-10',
    '2026-11',
    '2026-11',
  ]);
});
