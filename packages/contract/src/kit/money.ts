export const toCents = (amount: number) => Math.round(amount * 100);

// JavaScript writes an exponent from 1e21 on.
const plainDecimal = (value: number) => (value < 1e21 ? value.toFixed(2) : `${BigInt(value)}.00`);

// Intl is avoided: its separators, spaces and grouping of four digits depend on the browser's ICU.
function groupDigits(amount: number): { whole: string; cents: string } {
  const [whole = '', cents = ''] = plainDecimal(Math.abs(amount)).split('.');
  const sign = amount < 0 && /[1-9]/.test(whole + cents) ? '-' : '';
  return { whole: sign + whole.replace(/\B(?=(\d{3})+$)/g, '.'), cents };
}

/** 'ARS 1.500,00'; '' if it is no amount. */
export function formatMoney(amount: number): string {
  if (!Number.isFinite(amount)) return '';
  const { whole, cents } = groupDigits(amount);
  return `ARS ${whole},${cents}`;
}

/** 'ARS 300,00 de 500,00' */
export const formatPart = (part: number, whole: number) =>
  `${formatMoney(part)} de ${formatMoney(whole).replace('ARS ', '')}`;

/** Amount in a form field: '78.000', '45.000,50'; '' if it is no amount. */
export function formatAmount(amount: number): string {
  if (!Number.isFinite(amount)) return '';
  const { whole, cents } = groupDigits(amount);
  return cents === '00' ? whole : `${whole},${cents}`;
}

/** Amount in a message to a client: '$ 12.500', '$ 12.500,50'; '' if it is no amount. */
export function formatPesos(amount: number): string {
  const amountText = formatAmount(amount);
  return amountText && `$ ${amountText}`;
}

const DECIMAL_COMMA_FORMAT = /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+),\d{1,2}$/;
const GROUPED_FORMAT = /^-?[1-9]\d{0,2}(\.\d{3})+$/;
const PLAIN_FORMAT = /^-?\d+(\.\d{1,2})?$/;

function numberText(text: string): string | undefined {
  if (DECIMAL_COMMA_FORMAT.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (GROUPED_FORMAT.test(text)) return text.replaceAll('.', '');
  return PLAIN_FORMAT.test(text) ? text : undefined;
}

/**
 * Parses an amount as typed in Argentina. A comma is always decimal; dots before it must group thousands. Without a
 * comma, dots that group thousands do so ('1.234' is 1234), and one dot before one or two digits is decimal ('1234.50',
 * from a numeric keypad). Ambiguous input ('1,234', '1,234.50', '0.500') is refused, and so are amounts too large to
 * keep their cents.
 */
export function parseMoneyText(text: string): number | undefined {
  const plainText = numberText(text.trim());
  if (plainText === undefined) return undefined;
  const amount = Number(plainText);
  if (!Number.isSafeInteger(toCents(amount))) return undefined;
  // '-0' is 0.
  return amount + 0;
}

/** Adds whole cents, because 0.1 + 0.2 is not 0.3. */
export function sumMoney(amounts: Iterable<number>): number {
  let cents = 0;
  for (const amount of amounts) cents += toCents(amount);
  return cents / 100;
}
