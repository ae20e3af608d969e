import * as z from 'zod/mini';
import { isDate } from './dates';
import { isPhone } from './phone';

/** The field types of every payload. A field accepts its JSON form and its text form, which multipart needs. */

export const MAX_ID = 2_147_483_647;
export const MAX_MONEY = 9_999_999_999.99;
export const TITLE_LENGTH = 150;
export const TEXT_LENGTH = 5_000;
export const LINK_LENGTH = 2_048;
export const PASSWORD_LENGTH = { min: 4, max: 256 };

const REQUIRED = 'Este campo es obligatorio';
const NOT_TEXT = 'Debe ser un texto';
export const INVALID_DATE = 'La fecha no es válida';
export const INVALID_CHARACTERS = 'Contiene caracteres no permitidos';

// PostgreSQL refuses NUL and lone surrogates; people do not type the other control characters.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/;
// Zero-width and bidirectional marks, fillers and the empty Braille pattern look blank on the screen.
const INVISIBLE_ONLY = /^[\s\p{Default_Ignorable_Code_Point}\p{Mn}\u2800]*$/u;

const isMissing = (value: unknown) => value === undefined || value === null;

/** True if the text has no control characters and no lone surrogates. */
export function isCleanText(value: string): boolean {
  return !CONTROL_CHARACTERS.test(value) && value.isWellFormed();
}

/** A field whose value is changed before it is checked: read from its text form, or from a blank. */
export function preprocess<T extends z.ZodMiniType>(prepare: (value: unknown) => unknown, field: T) {
  return z.pipe<Preparation, T>(z.transform(prepare), field);
}

/** The result may be anything: the field checks it. */
// oxlint-disable-next-line typescript/no-explicit-any
type Preparation = z.ZodMiniTransform<any, unknown>;

function cleanText(required: string, max: number, tooLong = `No puede tener más de ${max} caracteres`) {
  return z.string({ error: ({ input }) => (isMissing(input) ? required : NOT_TEXT) }).check(
    // Multipart turns every line break into CRLF.
    z.overwrite((value) => value.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.maxLength(max, tooLong),
    z.refine(isCleanText, INVALID_CHARACTERS),
  );
}

/** Required text: blank or only invisible characters are refused with the entity's own message. */
export function text(required = REQUIRED, max = TITLE_LENGTH, tooLong?: string) {
  // No `abort`, which would skip the rules over several fields; only a field's first message is shown.
  return cleanText(required, max, tooLong).check(z.refine((value) => !INVISIBLE_ONLY.test(value), required));
}

export const longText = (required: string) => text(required, TEXT_LENGTH);

/** An existing password. Passwords are not trimmed; one of whitespace only counts as blank. */
export const currentPassword = z.string({ error: 'La contraseña es obligatoria' }).check(
  z.refine((value) => value.trim() !== '', 'La contraseña es obligatoria'),
  z.maxLength(PASSWORD_LENGTH.max, `No puede tener más de ${PASSWORD_LENGTH.max} caracteres`),
);

/** Null becomes the empty text, so that an optional text is never null. */
export const optionalTextUpTo = (max: number) =>
  z.optional(preprocess((value) => value ?? '', cleanText(REQUIRED, max)));
export const optionalText = optionalTextUpTo(TEXT_LENGTH);

/** A blank value is stored as null. */
export function nullable<T extends z.ZodMiniType>(field: T) {
  return z.optional(preprocess((value) => (value === '' || value === undefined ? null : value), z.nullable(field)));
}

const FLAGS: Record<string, boolean> = { true: true, false: false };

export const flag = preprocess(
  (value) => (typeof value === 'string' ? (FLAGS[value] ?? value) : value),
  z.boolean({ error: ({ input }) => (isMissing(input) ? REQUIRED : 'Debe ser verdadero o falso') }),
);

/** A flag that is true by default. */
export const activeFlag = flag.check(z.meta({ default: true }));

/** The plans' status is sent as 1 or 0 (2.3) and answered as a boolean. */
export const numericFlag = preprocess(
  (value) => {
    if (value === 1 || value === '1') return true;
    if (value === 0 || value === '0') return false;
    return typeof value === 'string' ? (FLAGS[value] ?? value) : value;
  },
  z.boolean({ error: ({ input }) => (isMissing(input) ? REQUIRED : 'Debe ser 1 o 0') }),
);

/**
 * A number in plain decimal notation: other forms that JavaScript reads ('1e3', '0x10', ' 5 ', '') are refused, and so
 * are too many decimals, as in '1.500', which in Argentina is one thousand five hundred. One message for all cases.
 */
export function decimal({ min, max, decimals, message, required = message }: Decimal) {
  const decimalFormat = new RegExp(`^-?\\d{1,15}${decimals > 0 ? `(\\.\\d{1,${decimals}})?` : ''}$`);
  const fits = (value: number) =>
    value >= min && value <= max && Number(value.toFixed(decimals)) === value && !Object.is(value, -0);
  return preprocess(
    (value) => (typeof value === 'string' && decimalFormat.test(value) ? Number(value) : value),
    z
      .number({ error: ({ input }) => (isMissing(input) || input === '' ? required : message) })
      .check(z.refine(fits, message), z.meta({ minimum: min, maximum: max })),
  );
}

type Decimal = { min: number; max: number; decimals: number; message: string; required?: string };

export function integer(options: Omit<Decimal, 'decimals'>) {
  return decimal({ ...options, decimals: 0 });
}

export function reference(required: string) {
  return integer({ min: 1, max: MAX_ID, message: required });
}

/** Marks a field about money: it is in no answer to a trainer. */
export function ofMoney<T extends z.ZodMiniType>(field: T): T {
  return field.check(z.meta({ money: true }));
}

export function money({ min, message, required }: { min: number; message: string; required?: string }) {
  return ofMoney(decimal({ min, max: MAX_MONEY, decimals: 2, message, required }));
}

export function date(message: string) {
  return z
    .string({ error: ({ input }) => (isMissing(input) ? REQUIRED : message) })
    .check(z.refine(isDate, message), z.meta({ format: 'date' }));
}

export function phone(required: string, message: string) {
  return text(required, LINK_LENGTH).check(z.refine(isPhone, message));
}

/** A safe link: absolute, http or https, without credentials. */
export function isWebLink(value: string): boolean {
  // The parser ignores tabs, line breaks and backslashes.
  if (!/^https?:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password, hostname } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' && hostname !== '';
}

export function link(required: string) {
  return text(required, LINK_LENGTH).check(
    z.refine(isWebLink, 'Debe ser una dirección web que empiece con http:// o https://'),
  );
}

export function choice<const T extends readonly string[]>(values: T, required: string) {
  return z.enum(values, { error: required });
}

/** Marks a field beyond the two documents; with EXTRAS=0 it is neither read nor answered. */
export function extra<T extends z.ZodMiniType>(field: T): T {
  return field.check(z.meta({ extra: true }));
}

export const id = z.int().check(z.positive());
export const version = extra(z.int().check(z.positive()));
export const imageUrl = z.nullable(z.string()).check(z.meta({ description: 'Dirección de la imagen, o null' }));
export const timestamp = z.iso.datetime();

/** The value of a JSON text; any other value stays. */
export const readJson = (value: unknown) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/** A list of parts. An error in a part is also reported on the list's own field. */
export function list<T extends z.ZodMiniType>(item: T, { empty, invalid, tooMany = invalid, max }: List) {
  return preprocess(
    (value) => {
      const sent = readJson(value);
      // Of a list that is refused for its length, the rest is not looked at.
      return Array.isArray(sent) ? sent.slice(0, max + 1) : sent;
    },
    z.array(item, { error: ({ input }) => (isMissing(input) || input === '' ? (empty ?? invalid) : invalid) }).check(
      z.minLength(empty === undefined ? 0 : 1, empty),
      z.maxLength(max, tooMany),
      z.refine(() => false, { error: invalid, when: ({ issues }) => issues.length > 0 }),
    ),
  );
}

type List = { empty?: string; invalid: string; tooMany?: string; max: number };

/** Bytes of an id as text, with its quotes, separator and indentation. */
const ID_LENGTH = 24;
const readId = (value: unknown) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value);
const isId = (value: unknown) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_ID;

/** References in the order sent, up to the first that is none: thousands may be sent, and an error for each would take long. */
function referenceList<T extends z.ZodMiniType>(
  item: T,
  fits: (value: unknown) => boolean,
  { invalid, tooMany, max }: List,
) {
  return preprocess(
    (value) => {
      const sent = typeof value === 'string' && value.length > max * ID_LENGTH ? undefined : readJson(value);
      if (!Array.isArray(sent) || sent.length > max || sent.every(fits)) return sent;
      const read = sent.map(readId);
      const wrong = read.findIndex((one) => !fits(one));
      return wrong === -1 ? read : [...read.slice(0, wrong), null];
    },
    list(item, { invalid, tooMany, max }),
  ).register(z.globalRegistry, { bounds: { bytes: (max + 1) * ID_LENGTH, values: max, keys: 0 } });
}

const listedId = (invalid: string) => z.number(invalid).register(z.globalRegistry, { minimum: 1, maximum: MAX_ID });

export const idList = (invalid: string, max: number, tooMany = invalid) =>
  referenceList(listedId(invalid), isId, { invalid, tooMany, max });

/** Name of something that is made by the same call, as long as an id at most. */
const NEW_KEY = /^[a-z]\d{1,9}$/;
export const newKey = (message: string) => z.string(message).check(z.regex(NEW_KEY, message));

/** Ids, and keys of what the same call makes. */
export const idOrKeyList = (invalid: string, max: number) =>
  referenceList(
    z.union([listedId(invalid), newKey(invalid)], invalid),
    (value) => isId(value) || (typeof value === 'string' && NEW_KEY.test(value)),
    { invalid, max },
  );

/** Ids without duplicates, in the order sent. */
export function references(invalid: string, max = 500, tooMany = invalid) {
  return z.pipe(
    idList(invalid, max, tooMany),
    z.transform((ids: number[]) => [...new Set(ids)]),
  );
}
