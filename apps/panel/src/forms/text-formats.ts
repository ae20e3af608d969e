import { formatDate, parseDateText } from '@pulso/contract/kit/dates';
import { formatAmount, parseMoneyText } from '@pulso/contract/kit/money';
import { readPhone } from '@pulso/contract/kit/phone';
import { textReaders } from '#forms/form';
import { formatNumber } from '#ui/text/numbers';

type FieldValue = string | number;
/** Parser and formatter of a field's text. */
type TextFormat = { read: (typed: string) => FieldValue | undefined; show: (value: FieldValue) => string };

/** '70,5' or '70.5'. Three decimals are not read: '1.500' may be meant as one thousand five hundred. */
const readDecimal = (typed: string) =>
  /^-?\d{1,15}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) + 0 : undefined;

/** A host name of several parts without 'https://', as people write it. */
const SCHEMELESS_LINK = /^([\p{L}\d-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/u;

const textFormats = {
  money: { read: parseMoneyText, show: (amount) => formatAmount(Number(amount)) },
  decimal: { read: readDecimal, show: (value) => formatNumber(Number(value)) },
  date: { read: parseDateText, show: (date) => formatDate(String(date)) },
  link: { read: (typed) => (SCHEMELESS_LINK.test(typed) ? `https://${typed}` : undefined), show: String },
  phone: { read: readPhone, show: String },
  /** A number, alone or with the name that it belongs to: '2 · Trimestral'. */
  id: {
    read: (typed) => {
      const [, id] = /^(\d{1,15})( ·.*)?$/.exec(typed) ?? [];
      return id && Number(id);
    },
    show: String,
  },
} satisfies Record<string, TextFormat>;
export type TextFormatName = keyof typeof textFormats;

const isTextFormatName = (name: string): name is TextFormatName => Object.hasOwn(textFormats, name);

/** The value that was meant; unreadable text stays as typed, for the contract to refuse. */
export function parseTyped(name: string | undefined, typed: string): FieldValue {
  return (name !== undefined && isTextFormatName(name) ? textFormats[name].read(typed.trim()) : undefined) ?? typed;
}

for (const name of Object.keys(textFormats)) textReaders.set(name, (typed) => parseTyped(name, typed));

/** Text that a field shows for a value or a text; unreadable text is left as it is. */
export function formatTyped(name: TextFormatName, value: unknown): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : textFormats[name].show(value);
  if (typeof value !== 'string') return '';
  const read = textFormats[name].read(value.trim());
  return read === undefined ? value : textFormats[name].show(read);
}

/**
 * Adds slashes after a two-digit day and month. A slash typed after one of them is not doubled, and a date that begins
 * with its year loses them again.
 */
export function addDateSlashes(typed: string): string {
  const text = typed.replace('//', '/').replace(/^(\d{2})\/(\d{2})\/?-/, '$1$2-');
  return /^(0[1-9]|[12]\d|3[01])$|^\d{1,2}\/(0[1-9]|1[0-2])$/.test(text) ? `${text}/` : text;
}

/** The number one step up or down, never below the least one. */
export function stepNumber(from: number, by: number, min: number): number {
  // Rounded, to drop the remainders of binary fractions: 0.1 + 0.2.
  return Math.max(min, Math.round((from + by) * 100) / 100);
}
