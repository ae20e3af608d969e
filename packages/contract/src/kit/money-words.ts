import { toCents } from './money';

const NUMBERS_TO_29 = [
  ...['', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce', 'trece'],
  ...['catorce', 'quince', 'dieciséis', 'diecisiete', 'dieciocho', 'diecinueve', 'veinte', 'veintiún', 'veintidós'],
  ...['veintitrés', 'veinticuatro', 'veinticinco', 'veintiséis', 'veintisiete', 'veintiocho', 'veintinueve'],
];
const TENS = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const HUNDREDS = [
  ...['', 'ciento', 'doscientos', 'trescientos', 'cuatrocientos', 'quinientos', 'seiscientos', 'setecientos'],
  ...['ochocientos', 'novecientos'],
];

const joinWords = (...words: (string | false | undefined)[]) => words.filter(Boolean).join(' ');

/** A number up to 999 in words, as before a noun ('un', 'veintiún'); '' for 0. */
function wordsBelowThousand(value: number): string {
  if (value === 100) return 'cien';
  const rest = value % 100;
  const ten = TENS[Math.floor(rest / 10)];
  const tens = rest < 30 ? NUMBERS_TO_29[rest] : [ten, NUMBERS_TO_29[rest % 10]].filter(Boolean).join(' y ');
  return joinWords(HUNDREDS[Math.floor(value / 100)], tens);
}

function wordsBelowMillion(value: number): string {
  const thousands = Math.floor(value / 1_000);
  return joinWords(
    thousands > 1 && wordsBelowThousand(thousands),
    thousands > 0 && 'mil',
    wordsBelowThousand(value % 1_000),
  );
}

function pesosInWords(whole: number): string {
  if (whole === 0) return 'cero pesos';
  if (whole === 1) return 'un peso';
  const millions = Math.floor(whole / 1_000_000);
  const millionsText = millions > 0 && joinWords(wordsBelowMillion(millions), millions === 1 ? 'millón' : 'millones');
  const rest = whole % 1_000_000;
  return joinWords(millionsText, wordsBelowMillion(rest), rest === 0 ? 'de pesos' : 'pesos');
}

/** 'Doce mil quinientos pesos con 50/100', for the amounts that the product knows (up to 9.999.999.999,99). */
export function amountInWords(amount: number): string {
  const total = Math.abs(toCents(amount));
  const cents = total % 100;
  const words = joinWords(
    toCents(amount) < 0 && 'menos',
    pesosInWords((total - cents) / 100),
    cents > 0 && `con ${String(cents).padStart(2, '0')}/100`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
