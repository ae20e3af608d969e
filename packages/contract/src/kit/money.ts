const toCents = (amount: number) => Math.round(amount * 100);

// A number in digits alone; from 1e21 on JavaScript would write an exponent.
const plainDecimal = (value: number) => (value < 1e21 ? value.toFixed(2) : `${BigInt(value)}.00`);

/**
 * 'ARS 1.500,00', written by hand: the separators of Intl, its non-breaking spaces and whether it groups four digits
 * depend on the ICU of each browser. What is no amount gives ''.
 */
export function formatMoney(amount: number): string {
  if (!Number.isFinite(amount)) return '';
  const [whole = '', cents = ''] = plainDecimal(Math.abs(amount)).split('.');
  const sign = amount < 0 && /[1-9]/.test(whole + cents) ? '-' : '';
  return `ARS ${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
}

const WITH_COMMA = /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+),\d{1,2}$/;
const GROUPED = /^-?[1-9]\d{0,2}(\.\d{3})+$/;
const PLAIN = /^-?\d+(\.\d{1,2})?$/;

function numberText(text: string): string | undefined {
  if (WITH_COMMA.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (GROUPED.test(text)) return text.replaceAll('.', '');
  return PLAIN.test(text) ? text : undefined;
}

/**
 * What a person in Argentina types as an amount. A comma is always the decimal one; dots before it must group thousands.
 * Without a comma, dots that group thousands do so ('1.234' is 1234), and one dot before one or two digits is decimal
 * ('1234.50', as a numeric keypad writes it). Whatever could be meant otherwise ('1,234', '1,234.50', '0.500') is refused,
 * never guessed. An amount too large to keep its cents is refused too; the field's own range is for the schema to judge.
 */
export function parseMoneyText(text: string): number | undefined {
  const plain = numberText(text.trim());
  if (plain === undefined) return undefined;
  const amount = Number(plain);
  if (!Number.isSafeInteger(toCents(amount))) return undefined;
  // '-0' is 0.
  return amount + 0;
}

/** Exact to the cent: it adds whole cents, so 0.1 + 0.2 is 0.3 however often. */
export function sumMoney(amounts: Iterable<number>): number {
  let cents = 0;
  for (const amount of amounts) cents += toCents(amount);
  return cents / 100;
}
