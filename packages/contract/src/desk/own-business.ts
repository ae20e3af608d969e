import * as z from 'zod/mini';
import { currentPassword, id } from '../kit/fields';

/** Content of the demonstration that may stay, each with the content that it needs; needed kinds come first. */
export const CONTENT_DEPENDENCIES = {
  catalogues: [],
  exercises: ['catalogues'],
  trainings: ['catalogues', 'exercises'],
  diets: ['catalogues'],
  packages: ['catalogues', 'exercises', 'trainings', 'diets'],
  plans: [],
  products: ['catalogues'],
} as const satisfies Record<string, readonly string[]>;

export type ContentKind = keyof typeof CONTENT_DEPENDENCIES;
export const contentKinds = Object.keys(CONTENT_DEPENDENCIES) as ContentKind[];

const dependenciesOf = (kind: ContentKind): readonly ContentKind[] => CONTENT_DEPENDENCIES[kind];
const sortKinds = (kinds: ReadonlySet<ContentKind>) => contentKinds.filter((kind) => kinds.has(kind));

/** Keeps one more kind, and the kinds that it needs. */
export function addContentKind(kept: readonly ContentKind[], kind: ContentKind): ContentKind[] {
  return sortKinds(new Set([...kept, kind, ...dependenciesOf(kind)]));
}

/** Lets one kind go, and the kinds that need it. */
export function removeContentKind(kept: readonly ContentKind[], kind: ContentKind): ContentKind[] {
  return sortKinds(new Set(kept.filter((other) => other !== kind && !dependenciesOf(other).includes(kind))));
}

export const MISSING_DEPENDENCY = 'Falta conservar algo que otra cosa necesita';

const isComplete = (kept: ContentKind[]) =>
  kept.every((kind) => dependenciesOf(kind).every((dependency) => kept.includes(dependency)));

const count = z.int().check(z.nonnegative());
const countsSchema = <K extends string>(names: readonly K[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<K, typeof count>);

/** Rows that people have added to the demonstration, besides administrators, who stay. */
const addedRows = countsSchema(['people', 'payments']);
export type AddedRows = z.infer<typeof addedRows>;

export const startInput = z.object({
  keep: z
    .array(z.enum(contentKinds, 'No es algo que se pueda conservar'), 'Debe ser una lista')
    .check(z.refine(isComplete, MISSING_DEPENDENCY)),
  /** The backup that was made of everything just before. */
  backup_id: id,
  /** The caller's password. */
  password: currentPassword,
  /** Number of people's own rows that may go as well: none by default, and never more than this. */
  also_ours: z.optional(addedRows),
});
export type StartInput = z.infer<typeof startInput>;

export const removedKinds = ['people', 'subscriptions', 'payments', 'tills', 'notifications'] as const;

export const ownBusinessRow = z.object({
  /** True while the data are the demonstration's. */
  is_demo: z.boolean(),
  /** Rows of each kind that may stay, and of each that goes in any case. */
  content: countsSchema(contentKinds),
  going: countsSchema(removedKinds),
  /** Rows among those going that the filler did not make. */
  ours: addedRows,
});
export type OwnBusiness = z.infer<typeof ownBusinessRow>;

export const firstStepsRow = z.object({
  /** True until somebody puts the list away; false during the demonstration. */
  shown: z.boolean(),
  /** True if the caller has changed the password that was given. */
  password: z.boolean(),
  business: z.boolean(),
  plan: z.boolean(),
  client: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstStepsRow>;

const countLabel = (number: number, one: string, many: string) =>
  number > 0 ? [`${number} ${number === 1 ? one : many}`] : [];

/** '3 personas y 12 pagos'. */
export const addedRowsInWords = ({ people, payments }: AddedRows) =>
  [...countLabel(people, 'persona', 'personas'), ...countLabel(payments, 'pago', 'pagos')].join(' y ');

export const addedRowsMessage = (rowCounts: AddedRows) =>
  `Hay ${addedRowsInWords(rowCounts)} que no ${rowCounts.people + rowCounts.payments === 1 ? 'es' : 'son'} de la demostración: no se borró nada.`;
export const NOT_A_DEMO = 'Este negocio ya no es el de demostración: no se borró nada.';
export const NO_FRESH_BACKUP = 'Falta una copia de seguridad reciente y comprobada: no se borró nada.';
export const BACKUP_UNDER_WAY = 'Se está haciendo otra copia de seguridad: no se borró nada. Espera a que termine.';
