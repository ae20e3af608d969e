import type { IpcFound, IpcInput, IpcValue } from '@pulso/contract/billing/ipc';
import { monthsBetween, parseMonthText, shiftMonth, type MonthText } from '@pulso/contract/kit/months';
import { formatNumber } from '#ui/text/numbers';

/** A month as it is edited. */
export type IpcRow = {
  month: MonthText;
  typed: string;
  stored: Pick<IpcValue, 'percent' | 'source'> | null;
  /** Value of the public series, once it was asked. */
  found?: number;
};

const SHOWN_MONTHS = 24;

/** The last two years and whatever else has a value, the newest first. */
export function rowsOf(values: readonly IpcValue[], last: MonthText): IpcRow[] {
  const stored = new Map(values.map(({ month, percent, source }) => [month, { percent, source }]));
  const months = new Set([...monthsBetween(shiftMonth(last, 1 - SHOWN_MONTHS), last), ...stored.keys()]);
  return [...months]
    .sort()
    .reverse()
    .map((month) => {
      const value = stored.get(month) ?? null;
      return { month, typed: value ? formatNumber(value.percent) : '', stored: value };
    });
}

/** The same rows with these texts in their months, and with rows for months that had none. */
export function withTexts(rows: readonly IpcRow[], texts: ReadonlyMap<MonthText, string>): IpcRow[] {
  const known = new Set(rows.map(({ month }) => month));
  const added = [...texts.keys()].filter((month) => !known.has(month));
  return [...rows, ...added.map((month) => ({ month, typed: '', stored: null }))]
    .map((row) => ({ ...row, typed: texts.get(row.month) ?? row.typed }))
    .sort((one, other) => (one.month < other.month ? 1 : -1));
}

const VALUE_LINE = /^(.+?)[\s;,]+(-?\d+(?:[.,]\d{1,2})?)\s*%?$/;

/** Pasted lines of a month and a value, as from two columns of a spreadsheet; `unread` are those that are none. */
export function parseIpcText(text: string): { texts: Map<MonthText, string>; unread: string[] } {
  const texts = new Map<MonthText, string>();
  const unread: string[] = [];
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const [, monthText = '', value = ''] = VALUE_LINE.exec(line) ?? [];
    const month = parseMonthText(monthText);
    if (month) texts.set(month, value.replace('.', ','));
    else if (line) unread.push(line);
  }
  return { texts, unread };
}

/** What the series has that is not stored yet, or otherwise; what somebody typed keeps its place until it is named. */
export function withFound(rows: readonly IpcRow[], { found }: IpcFound): IpcRow[] {
  const percents = new Map(found.map(({ month, percent }) => [month, percent]));
  const taken = new Map(
    found
      .filter(({ month }) => {
        const row = rows.find((one) => one.month === month);
        return !isTyped(row);
      })
      .map(({ month, percent }) => [month, formatNumber(percent)]),
  );
  return withTexts(rows, taken).map((row) => ({ ...row, found: percents.get(row.month) }));
}

/** Typed by somebody, stored or not yet. */
const isTyped = (row: IpcRow | undefined) =>
  row !== undefined &&
  row.typed !== '' &&
  !(row.stored?.source === 'series' && row.typed === formatNumber(row.stored.percent));

/** True if the series says something else than what stands there, which stays until the person takes the series's. */
export const differsFromSeries = ({ typed, found }: IpcRow) => found !== undefined && typed !== formatNumber(found);

const readPercent = (typed: string) => {
  const text = typed.trim().replace('%', '').trim().replace(',', '.');
  return text === '' ? null : Number.isFinite(Number(text)) ? Number(text) : typed;
};

export const isChanged = ({ typed, stored }: IpcRow) => readPercent(typed) !== (stored?.percent ?? null);

/** What is sent: the months that change, each with what it replaces. */
export const toInput = (rows: readonly IpcRow[]) =>
  rows.filter(isChanged).map(({ month, typed, stored, found }) => {
    const percent = readPercent(typed);
    const source: IpcValue['source'] = found !== undefined && percent === found ? 'series' : 'typed';
    return {
      month,
      percent: percent as IpcInput['values'][number]['percent'],
      source,
      before: stored?.percent ?? null,
    };
  });

/** Typed values that the series would replace, which the person has to have before his eyes. */
export const replacedOf = (rows: readonly IpcRow[]) =>
  rows.filter(
    (row) => row.stored?.source === 'typed' && isChanged(row) && row.found !== undefined && !differsFromSeries(row),
  );
