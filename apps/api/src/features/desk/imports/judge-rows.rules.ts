import { importedUser, type ImportedUser } from '@pulso/contract/accounts/users.input';
import { MAX_TAGS } from '@pulso/contract/accounts/tags.labels';
import { tags as tagResource } from '@pulso/contract/accounts/tags';
import { INVALID_AMOUNT } from '@pulso/contract/billing/ledger';
import {
  importFields,
  type ImportField,
  type ImportMapping,
  type ImportProblem,
  type ImportProblemCode,
  type ImportRule,
} from '@pulso/contract/desk/imports';
import { MAX_MONTHS_AHEAD } from '@pulso/contract/billing/renewals';
import { addMonths, type DateText } from '@pulso/contract/kit/dates';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import { MAX_MONEY } from '@pulso/contract/kit/fields';
import { readPhone } from '@pulso/contract/kit/phone';
import {
  foldText,
  isNothing,
  readAmount,
  readBirthDate,
  readDate,
  readGender,
  readName,
  readTags,
} from '#features/desk/imports/read-cells.rules';

/** A row as the file has it, and what was typed over its cells, by field. */
export type StoredRow = { row: number; cells: string[]; typed: Partial<Record<ImportField, string>> };

/** A client to be created, as the form would send him. */
export type NewClient = ImportedUser & {
  plan_id: number | null;
  suscription_end: DateText | null;
  debt: number | null;
  tags: string[];
};

export type Judged = { row: number; problems: ImportProblem[]; client?: NewClient };

export type JudgeBy = {
  mapping: ImportMapping;
  rules: readonly ImportRule[];
  /** Active plans. */
  plans: readonly { id: number; title: string }[];
  today: DateText;
};

const UNREADABLE_DATE = 'La fecha no se entiende';
const UNKNOWN_PLAN = 'No hay un plan activo con ese nombre';
const PLAN_MISSING = 'Tiene vencimiento y le falta el plan';
const END_MISSING = 'Tiene plan y le falta el vencimiento';
const END_TOO_FAR = 'El vencimiento está a más de 5 años';
const FORMULA = 'La celda tiene una fórmula: hace falta su valor';
const UNKNOWN_GENDER = 'El género no se entiende';

/** Text of a row for each field: typed over, or of the file. */
export function textsOf(
  { cells, typed }: Omit<StoredRow, 'row'>,
  mapping: ImportMapping,
): Partial<Record<ImportField, string>> {
  const texts: Partial<Record<ImportField, string>> = {};
  mapping.forEach((field, column) => {
    if (field !== null) texts[field] = cells[column] ?? '';
  });
  return { ...texts, ...typed };
}

/** Fields without which there is no client. */
const REQUIRED_FIELDS: ImportField[] = ['name', 'phone'];
const USER_FIELDS = ['name', 'phone', 'username', 'gender', 'birth_date', 'email', 'notes'] as const;

/** Prepares the rules once for all rows. */
export function openJudge({ mapping, rules, plans, today }: JudgeBy) {
  const has = (field: ImportField, flag: 'blank' | 'computed' | 'month_first') =>
    rules.some((rule) => rule.field === field && rule[flag] === true);
  const flags = new Map(
    importFields.map((field) => [
      field,
      { blank: has(field, 'blank'), computed: has(field, 'computed'), month_first: has(field, 'month_first') },
    ]),
  );
  const replacements = new Map(
    rules.flatMap(({ field, from, to = '' }) =>
      from === undefined ? [] : [[`${field} ${foldText(from)}`, to] as const],
    ),
  );
  const replacementOf = (field: ImportField, text: string) => replacements.get(`${field} ${foldText(text)}`);
  const planByTitle = new Map(plans.map(({ id, title }) => [foldText(title), id]));

  const latestEnd = addMonths(today, MAX_MONTHS_AHEAD);

  return (stored: StoredRow): Judged => {
    const problems: ImportProblem[] = [];
    const texts = textsOf(stored, mapping);
    const add = (field: ImportField, code: ImportProblemCode, message: string, value = texts[field] ?? '') =>
      void problems.push({ field, code, value: value.slice(0, 200), message });
    const isBlankIfWrong = (field: ImportField) => flags.get(field)?.blank === true && !REQUIRED_FIELDS.includes(field);

    /** The text of a field, with what its rules say; empty where there is nothing, or a formula that nobody let pass. */
    const textOf = (field: ImportField): string => {
      const own = (texts[field] ?? '').trim();
      if (isNothing(own)) return '';
      const standing = replacementOf(field, own) ?? own;
      const text = isNothing(standing) ? '' : standing;
      if (!/^=/.test(text) || field in stored.typed) return text;
      if (flags.get(field)?.computed) return text.replace(/^=\s*"?|"$/g, '').trim();
      if (!isBlankIfWrong(field)) add(field, 'formula', FORMULA);
      return '';
    };
    /** The value that a text stands for; a problem if it stands for none. */
    const read = <T>(
      field: ImportField,
      reader: (text: string) => T | undefined,
      code: ImportProblemCode,
      message: string,
    ) => {
      const text = textOf(field);
      if (text === '') return undefined;
      const value = reader(text);
      if (value === undefined && !isBlankIfWrong(field)) add(field, code, message);
      return value;
    };

    const monthFirst = (field: ImportField) => flags.get(field)?.month_first === true;
    const birth_date = read(
      'birth_date',
      (text) => readBirthDate(text, today, monthFirst('birth_date')),
      'unreadable',
      UNREADABLE_DATE,
    );
    const gender = read('gender', readGender, 'unknown', UNKNOWN_GENDER) ?? 'Unisex';
    const phone = textOf('phone');
    const username = textOf('username');
    const user = {
      name: readName([textOf('name'), textOf('surname')].filter(Boolean).join(' ')),
      phone: readPhone(phone) ?? phone,
      username: username === '' ? undefined : username,
      gender,
      birth_date: birth_date ?? null,
      email: textOf('email').replace(/^mailto:/i, ''),
      notes: textOf('notes'),
    };
    const hasFormula = (field: ImportField) =>
      problems.some((problem) => problem.field === field && problem.code === 'formula');
    const parsed = importedUser.safeParse(user);
    const errors = parsed.success ? {} : fieldErrors(parsed.error);
    for (const field of USER_FIELDS) {
      const message = errors[field];
      if (message === undefined || hasFormula(field)) continue;
      const isMissing = REQUIRED_FIELDS.includes(field) && !user[field];
      if (!isBlankIfWrong(field)) add(field, isMissing ? 'missing' : 'invalid', message);
      else if (field === 'username') user.username = undefined;
      else if (field === 'email' || field === 'notes') user[field] = '';
      else if (field === 'birth_date') user.birth_date = null;
    }

    const ends = read('ends', (text) => readDate(text, monthFirst('ends')), 'unreadable', UNREADABLE_DATE);
    // A rule may name the plan of those that have an end and name none.
    const planText = textOf('plan') || (ends !== undefined && replacementOf('plan', '')) || '';
    const chosenPlan = planText === '' ? undefined : planByTitle.get(foldText(planText));
    if (ends !== undefined && ends > latestEnd && !isBlankIfWrong('ends')) add('ends', 'invalid', END_TOO_FAR);
    const isEndWrong = problems.some(({ field }) => field === 'ends');
    if (planText !== '' && chosenPlan === undefined && !isBlankIfWrong('plan')) add('plan', 'unknown', UNKNOWN_PLAN);
    if (planText === '' && ends !== undefined && !isBlankIfWrong('plan') && !hasFormula('plan'))
      add('plan', 'missing', PLAN_MISSING, '');
    if (chosenPlan !== undefined && ends === undefined && !isEndWrong && !isBlankIfWrong('ends'))
      add('ends', 'missing', END_MISSING, '');

    const debt = read(
      'debt',
      (text) => {
        const amount = readAmount(text);
        return amount !== undefined && amount >= 0 && amount <= MAX_MONEY ? amount : undefined;
      },
      'unreadable',
      INVALID_AMOUNT,
    );
    const tags = readTags(textOf('tags'));
    const { name: tagName } = tagResource.create.shape;
    const wrongTag = tags.find((tag) => !tagName.safeParse(tag).success);
    if (wrongTag !== undefined && !isBlankIfWrong('tags'))
      add('tags', 'invalid', 'Una etiqueta tiene hasta 30 caracteres');
    if (tags.length > MAX_TAGS && !isBlankIfWrong('tags')) add('tags', 'invalid', `Elige hasta ${MAX_TAGS} etiquetas`);
    if (problems.length > 0) return { row: stored.row, problems: problems.toSorted(byField) };

    const hasPeriod = chosenPlan !== undefined && ends !== undefined && ends <= latestEnd;
    return {
      row: stored.row,
      problems,
      client: {
        ...importedUser.parse(user),
        plan_id: hasPeriod ? chosenPlan : null,
        suscription_end: hasPeriod ? ends : null,
        debt: debt === undefined || debt === 0 ? null : debt,
        tags: wrongTag !== undefined || tags.length > MAX_TAGS ? [] : tags,
      },
    };
  };
}

const byField = (one: ImportProblem, other: ImportProblem) =>
  importFields.indexOf(one.field) - importFields.indexOf(other.field);
