import * as z from 'zod/mini';
import { flag, id, integer, timestamp } from '../kit/fields';

export const MAX_IMPORT_ROWS = 20_000;
export const MAX_IMPORT_COLUMNS = 60;
/** Rows of one call that imports, or that takes back. */
export const IMPORT_PIECE = 500;
export const IMPORT_KEPT_DAYS = 7;
/** Rows of a group, and of the preview, that an answer shows. */
export const SHOWN_ROWS = 20;
const MAX_CHANGES = 20;
const MAX_RULES = 100;
const CELL_LENGTH = 1_000;
const REPLACED_LENGTH = 100;

export const importFields = [
  'name',
  'surname',
  'phone',
  'username',
  'gender',
  'birth_date',
  'email',
  'plan',
  'ends',
  'debt',
  'notes',
  'tags',
] as const;
export type ImportField = (typeof importFields)[number];

export const importFieldLabels: Record<ImportField, string> = {
  name: 'Nombre',
  surname: 'Apellido',
  phone: 'Teléfono',
  username: 'Usuario',
  gender: 'Género',
  birth_date: 'Nacimiento',
  email: 'Correo',
  plan: 'Plan',
  ends: 'Vence',
  debt: 'Deuda',
  notes: 'Notas',
  tags: 'Etiquetas',
};

const field = z.enum(importFields, 'La columna no es válida');
const textUpTo = (max: number) =>
  z.string('Debe ser un texto').check(z.maxLength(max, `No puede tener más de ${max} caracteres`));
const row = integer({ min: 1, max: 2_000_000, message: 'La fila no es válida' });

/** How the cells of a column are read, besides as the form would read them: several rules of a column add up. */
export const importRule = z.object({
  field,
  /** Month before day. */
  month_first: z.optional(flag),
  /** What cannot be understood is left empty. */
  blank: z.optional(flag),
  /** What a formula came to is taken for its cell. */
  computed: z.optional(flag),
  /** A text, without regard to case and accents, and what stands for it. */
  from: z.optional(textUpTo(REPLACED_LENGTH)),
  to: z.optional(textUpTo(REPLACED_LENGTH)),
});
export type ImportRule = z.infer<typeof importRule>;

const mapping = z.array(z.nullable(field), 'Debe ser una lista').check(
  z.maxLength(MAX_IMPORT_COLUMNS, 'Hay demasiadas columnas'),
  z.refine((fields) => {
    const chosen = fields.filter((one) => one !== null);
    return new Set(chosen).size === chosen.length;
  }, 'Dos columnas no pueden ser lo mismo'),
);
export type ImportMapping = z.infer<typeof mapping>;

/** The file alone, which comes as a form's. */
export const importInput = z.object({});

export const importChange = z.object({
  /** What each column is. */
  mapping: z.optional(mapping),
  rules: z.optional(z.array(importRule, 'Debe ser una lista').check(z.maxLength(MAX_RULES, 'Hay demasiadas reglas'))),
  /** Cells that are typed over; null is the file's again. */
  cells: z.optional(
    z
      .array(z.object({ row, field, value: z.nullable(textUpTo(CELL_LENGTH)) }), 'Debe ser una lista')
      .check(z.maxLength(MAX_CHANGES, 'Son demasiadas a la vez')),
  ),
  /** Rows that are imported although they exist, or not after all. */
  include: z.optional(
    z
      .array(z.object({ row, include: flag }), 'Debe ser una lista')
      .check(z.maxLength(MAX_CHANGES, 'Son demasiadas a la vez')),
  ),
});
export type ImportChange = z.infer<typeof importChange>;

const count = z.int().check(z.nonnegative());

/** `ready`: how many rows the person saw that are still to import. */
export const importRunInput = z.object({
  ready: integer({ min: 0, max: MAX_IMPORT_ROWS, message: 'La cantidad de filas no es válida' }),
});

export const importRowStates = ['ready', 'wrong', 'existing', 'imported', 'undone', 'kept'] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** What mends an error: `taken` is another's, `unknown` is nothing that there is. */
export const importProblemCodes = [
  'missing',
  'unreadable',
  'unknown',
  'formula',
  'taken',
  'repeated',
  'invalid',
] as const;
export type ImportProblemCode = (typeof importProblemCodes)[number];

export const importProblem = z.object({
  field: z.enum(importFields),
  code: z.enum(importProblemCodes),
  value: z.string(),
  message: z.string(),
});
export type ImportProblem = z.infer<typeof importProblem>;

export const importRowShown = z.object({
  row: z.int(),
  state: z.enum(importRowStates),
  /** The text of each mapped field, as it is in the file or was typed over it. */
  cells: z.record(z.string(), z.string()),
  problems: z.array(importProblem),
  include: z.boolean(),
});
export type ImportRowShown = z.infer<typeof importRowShown>;

export const importGroup = z.object({
  field: z.enum(importFields),
  code: z.enum(importProblemCodes),
  /** The text that all of them have, where one mend is for one text. */
  value: z.nullable(z.string()),
  message: z.string(),
  count,
  rows: z.array(importRowShown),
});
export type ImportGroup = z.infer<typeof importGroup>;

/** A client who stays when an import is taken back, and what touched him last. */
export const importKept = z.object({
  user_id: id,
  name: z.string(),
  entity: z.string(),
  action: z.string(),
  at: timestamp,
  by: z.nullable(z.string()),
});
export type ImportKept = z.infer<typeof importKept>;

const counts = z.object({
  ready: count,
  wrong: count,
  existing: count,
  imported: count,
  undone: count,
  kept: count,
});
export type ImportCounts = z.infer<typeof counts>;

/** An import as the list of them has it. */
export const importSummary = z.object({
  id,
  file: z.string(),
  created_at: timestamp,
  author: z.nullable(z.string()),
  counts,
});
export type ImportSummary = z.infer<typeof importSummary>;

export const importRow = z.extend(importSummary, {
  columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
  mapping: z.array(z.nullable(z.enum(importFields))),
  rules: z.array(importRule),
  /** True if the mapping is the one that was used for these headings the last time. */
  remembered: z.boolean(),
  /** True if the same file was sent before: this is that import. */
  again: z.boolean(),
  groups: z.array(importGroup),
  /** The first rows of the file. */
  rows: z.array(importRowShown),
  left: z.array(importKept),
  /** The first client of it who is there. */
  first: z.nullable(z.object({ user_id: id, name: z.string() })),
});
export type Import = z.infer<typeof importRow>;

const groupWords = (one: string, many: string) => (n: number) => `${n.toLocaleString('es-AR')} ${n === 1 ? one : many}`;
const rowsWords = groupWords('fila', 'filas');

/** '14 fechas que no se entienden: ¿día/mes o mes/día?' */
export function describeGroup({ field: of, code, value, count: n, message }: ImportGroup): string {
  if (code === 'formula') return groupWords('celda con una fórmula', 'celdas con fórmulas')(n);
  if (of === 'plan' && code === 'unknown') return `El plan «${value ?? ''}» no existe (${rowsWords(n)})`;
  if (of === 'plan' && code === 'missing') return `${rowsWords(n)} con vencimiento y sin plan`;
  if (of === 'ends' && code === 'missing') return `${rowsWords(n)} con plan y sin vencimiento`;
  if (code === 'unreadable' && (of === 'ends' || of === 'birth_date'))
    return `${groupWords('fecha que no se entiende', 'fechas que no se entienden')(n)}: ¿día/mes o mes/día?`;
  if (code === 'unknown' && of === 'gender') return `El género «${value ?? ''}» no se entiende (${rowsWords(n)})`;
  if (code === 'missing') return `${rowsWords(n)} sin ${importFieldLabels[of].toLowerCase()}`;
  return `${importFieldLabels[of]}: ${message} (${rowsWords(n)})`;
}
