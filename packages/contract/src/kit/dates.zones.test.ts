import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, addMonths } from './dates';

// Every start day of a leap year with every plan; dates.test.ts holds these ends against an oracle.
const allPairs = Array.from({ length: 366 * 36 }, (_, index) => ({
  start: addDays('2024-01-01', Math.floor(index / 36)),
  months: (index % 36) + 1,
}));
const expectedEnds = allPairs.map(({ start, months }) => addMonths(start, months)).join();

type Call = { file: string; name: string; args: unknown[]; method?: string; more?: unknown[] };
const instantArg = (instant: string) => ({ instant });

const childScript = `
  let input = '';
  for await (const chunk of process.stdin) input += chunk;
  const { calls, pairs } = JSON.parse(input, (key, value) => (value?.instant ? new Date(value.instant) : value));
  const { addMonths } = await import('./dates.ts');
  const answers = [];
  for (const { file, name, args, method, more } of calls) {
    const answer = (await import('./' + file + '.ts'))[name](...args);
    answers.push(method ? answer[method](...more) : answer);
  }
  const ends = pairs.map(({ start, months }) => addMonths(start, months)).join();
  console.log(JSON.stringify({ offset: new Date('2026-01-15T12:00:00Z').getTimezoneOffset(), answers, ends }));
`;

const user = { suscription_status: true, suscription_end: '2026-03-06' };

const cases: [Call, unknown][] = [
  ...[
    // The last and the first instant of a day, when UTC and Buenos Aires disagree on it.
    ['2026-03-06T02:59:59.999Z', '2026-03-05', '23:59'],
    ['2026-03-06T03:00:00.000Z', '2026-03-06', '00:00'],
    ['2026-03-06T00:00:00.000Z', '2026-03-05', '21:00'],
    ['2026-03-06T12:00:00.000Z', '2026-03-06', '09:00'],
    // The law of 1999 changed zone and daylight saving at once: the clock stayed.
    ['1999-10-03T02:59:59.999Z', '1999-10-02', '23:59'],
    ['1999-10-03T03:00:00.000Z', '1999-10-03', '00:00'],
    ['2000-03-03T02:59:59.999Z', '2000-03-02', '23:59'],
    // Daylight saving of 2007–2008: the night of 30 December begins at 01:00, midnight is at 02:00 UTC from then on.
    ['2007-12-30T02:59:59.999Z', '2007-12-29', '23:59'],
    ['2007-12-30T03:00:00.000Z', '2007-12-30', '01:00'],
    ['2008-01-01T01:59:59.999Z', '2007-12-31', '23:59'],
    ['2008-01-01T02:00:00.000Z', '2008-01-01', '00:00'],
    ['2008-03-16T01:59:59.999Z', '2008-03-15', '23:59'],
    ['2008-03-16T02:00:00.000Z', '2008-03-15', '23:00'],
    ['2008-03-16T03:00:00.000Z', '2008-03-16', '00:00'],
    // Daylight saving of 2008–2009.
    ['2008-10-19T02:59:59.999Z', '2008-10-18', '23:59'],
    ['2008-10-19T03:00:00.000Z', '2008-10-19', '01:00'],
    ['2009-01-10T02:00:00.000Z', '2009-01-10', '00:00'],
    ['2009-03-15T02:00:00.000Z', '2009-03-14', '23:00'],
    ['2009-03-15T03:00:00.000Z', '2009-03-15', '00:00'],
  ].flatMap(([instant = '', day, clock]): [Call, unknown][] => [
    [{ file: 'dates', name: 'today', args: [instantArg(instant)] }, day],
    [{ file: 'dates', name: 'dateOfInstant', args: [instant] }, day],
    [{ file: 'dates', name: 'formatClock', args: [instantArg(instant)] }, clock],
  ]),
  [{ file: 'dates', name: 'formatDate', args: ['1990-05-10'] }, '10/05/1990'],
  [{ file: 'dates', name: 'formatShortDate', args: ['1990-05-10'] }, '10 may 1990'],
  [{ file: 'dates', name: 'ageOn', args: ['2000-02-29', '2026-02-28'] }, 25],
  [{ file: 'dates', name: 'addDays', args: ['2007-12-29', 2] }, '2007-12-31'],
  [{ file: 'dates', name: 'daysBetween', args: ['2008-10-18', '2009-03-16'] }, 149],
  [{ file: 'dates', name: 'daysBetween', args: ['1999-10-02', '2000-03-04'] }, 154],
  [
    { file: '../accounts/subscription-state', name: 'subscriptionState', args: [user, '2026-03-05'] },
    { kind: 'expiring', days: 1 },
  ],
  [
    { file: '../accounts/subscription-state', name: 'subscriptionState', args: [user, '2026-03-06'] },
    { kind: 'expired', days: 0 },
  ],
  [{ file: '../billing/subscriptions', name: 'historyMonths', args: ['2008-10-01', '2009-04-01'] }, 6],
  [
    { file: '../content/package-duration', name: 'packageDuration', args: [90], method: 'end', more: ['2007-12-01'] },
    '2008-02-29',
  ],
  [
    { file: '../content/package-duration', name: 'packageDuration', args: [30], method: 'end', more: ['1999-09-20'] },
    '1999-10-20',
  ],
  // A payment in the last millisecond of 28 February in Buenos Aires belongs to February.
  [{ file: 'dates', name: 'dayOf', args: ['2026-03-01T02:59:59.999Z'] }, '2026-02-28'],
];

describe.each([
  { zone: 'UTC', offset: 0 },
  { zone: 'America/Argentina/Buenos_Aires', offset: 180 },
  { zone: 'Pacific/Kiritimati', offset: -840 },
  { zone: 'Pacific/Honolulu', offset: 600 },
  { zone: 'Australia/Lord_Howe', offset: -660 },
])('in a process that lives in $zone', ({ zone, offset }) => {
  let child: { offset: number; answers: unknown[]; ends: string };

  beforeAll(async () => {
    const run = promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', childScript], {
      cwd: import.meta.dirname,
      env: { ...process.env, TZ: zone },
      maxBuffer: 10_000_000,
    });
    run.child.stdin?.end(JSON.stringify({ calls: cases.map(([call]) => call), pairs: allPairs }));
    child = JSON.parse((await run).stdout) as typeof child;
  }, 60_000);

  it('FMT-10 D6 P28 gives the day, the clock and the state of Buenos Aires, through daylight saving as well', () => {
    expect(child.offset).toBe(offset);
    expect(cases.map(([call], index) => ({ ...call, answer: child.answers[index] }))).toEqual(
      cases.map(([call, answer]) => ({ ...call, answer })),
    );
  });

  it('FMT-11 P28 ends every subscription on the same day as here', () => {
    expect(child.ends).toBe(expectedEnds);
  });
});
