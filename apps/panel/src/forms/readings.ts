import { formatDate, parseDateText } from '@pulso/contract/kit/dates';
import { formatAmount, parseMoneyText } from '@pulso/contract/kit/money';
import { readers } from '#forms/form';
import { formatNumber } from '#ui/text/numbers';

type Read = string | number;
/** Parser and formatter of a field's text. */
type Reading = { read: (typed: string) => Read | undefined; show: (value: Read) => string };

/** '70,5' or '70.5'. Three decimals are not read: '1.500' may be meant as one thousand five hundred. */
const readDecimal = (typed: string) =>
  /^-?\d{1,15}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) + 0 : undefined;

/** A host name of several parts without 'https://', as people write it. */
const WITHOUT_SCHEME = /^([\p{L}\d-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/u;

const readings = {
  money: { read: parseMoneyText, show: (amount) => formatAmount(Number(amount)) },
  decimal: { read: readDecimal, show: (value) => formatNumber(Number(value)) },
  date: { read: parseDateText, show: (date) => formatDate(String(date)) },
  link: { read: (typed) => (WITHOUT_SCHEME.test(typed) ? `https://${typed}` : undefined), show: String },
  /** A number, alone or with the name that it belongs to: '2 · Trimestral'. */
  id: {
    read: (typed) => {
      const [, id] = /^(\d{1,15})( ·.*)?$/.exec(typed) ?? [];
      return id && Number(id);
    },
    show: String,
  },
} satisfies Record<string, Reading>;
export type ReadingName = keyof typeof readings;

const isReadingName = (name: string): name is ReadingName => Object.hasOwn(readings, name);

/** The value that was meant; unreadable text stays as typed, for the contract to refuse. */
export function readTyped(name: string | undefined, typed: string): Read {
  return (name !== undefined && isReadingName(name) ? readings[name].read(typed.trim()) : undefined) ?? typed;
}

for (const name of Object.keys(readings)) readers.set(name, (typed) => readTyped(name, typed));

/** Text that a field shows for a value or a text; unreadable text is left as it is. */
export function shownText(name: ReadingName, value: unknown): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : readings[name].show(value);
  if (typeof value !== 'string') return '';
  const read = readings[name].read(value.trim());
  return read === undefined ? value : readings[name].show(read);
}

/**
 * Adds slashes after a two-digit day and month. A slash typed after one of them is not doubled, and a date that begins
 * with its year loses them again.
 */
export function withSlashes(typed: string): string {
  const text = typed.replace('//', '/').replace(/^(\d{2})\/(\d{2})\/?-/, '$1$2-');
  return /^(0[1-9]|[12]\d|3[01])$|^\d{1,2}\/(0[1-9]|1[0-2])$/.test(text) ? `${text}/` : text;
}

/** The number one step up or down, never below the least one. */
export function stepped(from: number, by: number, min: number): number {
  // Rounded, to drop the remainders of binary fractions: 0.1 + 0.2.
  return Math.max(min, Math.round((from + by) * 100) / 100);
}
