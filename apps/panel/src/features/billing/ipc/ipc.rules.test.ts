import { expect, it } from 'vitest';
import {
  differsFromSeries,
  parseIpcText,
  replacedOf,
  rowsOf,
  toInput,
  withFound,
  withTexts,
} from '#features/billing/ipc/ipc.rules';

const typed = { month: '2026-09', percent: 2.3, source: 'typed' } as const;
const fromSeries = { month: '2026-08', percent: 1.9, source: 'series' } as const;

it('NEG-08 reads the months and values that somebody pastes, and names the lines that are none', () => {
  const text = 'Mes;IPC\r\n10/2026;2,3\noct 2025\t1.5 %\n2026-09,2.15\n\nagosto de 2026  -0,4\nsep-26 cerca de 2';
  expect(parseIpcText(text)).toEqual({
    texts: new Map([
      ['2026-10', '2,3'],
      ['2025-10', '1,5'],
      ['2026-09', '2,15'],
      ['2026-08', '-0,4'],
    ]),
    unread: ['Mes;IPC', 'sep-26 cerca de 2'],
  });
});

it('NEG-08 sends the months that changed, each with what it replaces', () => {
  const rows = rowsOf([typed, { ...typed, month: '2020-01' }], '2026-11');
  expect(rows.map(({ month }) => month).slice(0, 2)).toEqual(['2026-11', '2026-10']);
  expect([rows.length, rows.at(-1)?.month, toInput(rows)]).toEqual([25, '2020-01', []]);
  const texts = new Map([
    ['2026-10', '2,5'],
    ['2026-09', ''],
    ['2020-01', 'dos'],
    ['2019-12', '1'],
  ]);
  expect(toInput(withTexts(rows, texts))).toEqual([
    { month: '2026-10', percent: 2.5, source: 'typed', before: null },
    { month: '2026-09', percent: null, source: 'typed', before: 2.3 },
    { month: '2020-01', percent: 'dos', source: 'typed', before: 2.3 },
    { month: '2019-12', percent: 1, source: 'typed', before: null },
  ]);
});

it('NEG-10 takes what is new in the series, and what somebody typed only when he says so', () => {
  const found = [
    { month: '2026-10', percent: 2.3, stored: null },
    { month: '2026-09', percent: 2.1, stored: typed },
    { month: '2026-08', percent: 2, stored: fromSeries },
  ];
  const rows = withFound(rowsOf([typed, fromSeries], '2026-11'), { found, until: '2026-10', behind: false });
  expect(toInput(rows)).toEqual([
    { month: '2026-10', percent: 2.3, source: 'series', before: null },
    { month: '2026-08', percent: 2, source: 'series', before: 1.9 },
  ]);
  expect(rows.filter(differsFromSeries).map(({ month }) => month)).toEqual(['2026-09']);
  const named = withTexts(rows, new Map([['2026-09', '2,1']]));
  expect(toInput(named)[1]).toEqual({ month: '2026-09', percent: 2.1, source: 'series', before: 2.3 });
  expect(replacedOf(named).map(({ month }) => month)).toEqual(['2026-09']);
});
