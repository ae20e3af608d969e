import { addDays, isDate, parseDateText, type DateText } from '@pulso/contract/kit/dates';
import { parseMoneyText } from '@pulso/contract/kit/money';

/** Texts as people write them into lists. */

/** Case, accents and what is no letter or digit do not count. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();

const NOTHING =
  /^(?:[-–—_.?*]+|n ?\/ ?a|s ?\/ ?[dn]|sin (?:datos?|plan|mail|correo|tel[eé]fono|deuda)|no tiene|ningun[oa]?|null|nan|#n\/[da])$/i;

/** True of what people write where they have nothing to write. */
export const isNothing = (text: string) => text === '' || NOTHING.test(text);

const EPOCH = '1899-12-30';
/** Days of the years 1930 to 2099, as a spreadsheet counts them: no number of a calendar has five digits. */
const isSerial = (text: string) =>
  /^\d{5}(?:[.,]\d+)?$/.test(text) && Number(text.slice(0, 5)) >= 10_959 && Number(text.slice(0, 5)) <= 73_050;
const MONTH_NAMES = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const NAMED_MONTH = /^(\d{1,2})(?: de)?[ ./-]+([a-z]{3,10})\.?(?: del?)?[ ./-]+(\d{2}|\d{4})$/;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;
const TIME = /[T ,]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[ap]\.? ?m\.?)?Z?$/i;
const DAY_AND_MONTH = /^(\d{1,2})([/. -])(\d{1,2})\2(\d{4}|\d{2})$/;

/** A date as typed here, '03/04/2025' on 3 April, with or without a time; or as a spreadsheet counts days. */
export function readDate(typed: string, monthFirst = false): DateText | undefined {
  const text = typed.trim().replace(TIME, '').trim();
  if (isSerial(text)) return addDays(EPOCH, Number(text.slice(0, 5)));
  const [, first, , second, year] = DAY_AND_MONTH.exec(text) ?? [];
  if (first !== undefined && monthFirst) return validDate(parseDateText(`${second}/${first}/${year}`));
  const [, day, name = '', ofYear] =
    NAMED_MONTH.exec(text.toLowerCase().replace(/septiembre|setiembre|set\b/, 'sep')) ?? [];
  const month = MONTH_NAMES.indexOf(name.slice(0, 3)) + 1;
  if (month > 0) return validDate(parseDateText(`${day}/${month}/${ofYear}`));
  const [, ...parts] = YEAR_FIRST.exec(text) ?? [];
  if (parts.length > 0) return validDate(parts.map((part) => part.padStart(2, '0')).join('-'));
  return validDate(parseDateText(text));
}

const validDate = (date: DateText | undefined) => (date !== undefined && isDate(date) ? date : undefined);

/** Two digits of a year of birth are of the past. */
export function readBirthDate(typed: string, today: DateText, monthFirst = false): DateText | undefined {
  const date = readDate(typed, monthFirst);
  if (date === undefined || date <= today || /\d{4}|^\d{5}$/.test(typed)) return date;
  return validDate(`${Number(date.slice(0, 4)) - 100}${date.slice(4)}`);
}

/** An amount as typed here, with or without its currency. */
export const readAmount = (typed: string) =>
  parseMoneyText(typed.replace(/^(-?) ?(?:ARS|AR\$|\$)\s*|\s*(?:ARS|pesos)$/i, '$1'));

const GENDERS: Record<string, 'Male' | 'Female' | 'Unisex'> = {};
for (const word of ['m', 'masculino', 'masc', 'h', 'hombre', 'varon', 'male', 'v']) GENDERS[word] = 'Male';
for (const word of ['f', 'femenino', 'fem', 'mujer', 'female']) GENDERS[word] = 'Female';
for (const word of ['o', 'otro', 'otra', 'x', 'unisex', 'no binario', 'nb', 'no especificado', 'prefiere no decir'])
  GENDERS[word] = 'Unisex';

export const readGender = (typed: string) =>
  Object.hasOwn(GENDERS, foldText(typed)) ? GENDERS[foldText(typed)] : undefined;

/** 'Pérez, Juan' is Juan Pérez. */
export function readName(typed: string): string {
  const [last = '', first = '', ...more] = typed.split(',').map((part) => part.trim());
  const name = more.length === 0 && first !== '' && last !== '' ? `${first} ${last}` : typed;
  return name.replace(/\s+/g, ' ').trim();
}

/** 'VIP; Mañana' */
export const readTags = (typed: string) => {
  const seen = new Set<string>();
  return typed
    .split(/[,;|/\n]/)
    .map((tag) => tag.replace(/\s+/g, ' ').trim())
    .filter((tag) => tag !== '' && !seen.has(foldText(tag)) && seen.add(foldText(tag)));
};

/** 'juan.perez', of plain letters and digits alone. */
export function usernameOf(name: string): string {
  const words = foldText(name)
    .replace(/[^a-z0-9 ]+/g, '')
    .split(' ')
    .filter(Boolean);
  return words.join('.').slice(0, 60).replace(/\.$/, '') || 'cliente';
}
