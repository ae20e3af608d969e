import * as z from 'zod/mini';
import { currentPassword, id } from '../kit/fields';

/** Content of the demonstration that may stay, each with the content that it needs; needed kinds come first. */
export const KEPT_NEEDS = {
  catalogues: [],
  exercises: ['catalogues'],
  trainings: ['catalogues', 'exercises'],
  diets: ['catalogues'],
  packages: ['catalogues', 'exercises', 'trainings', 'diets'],
  plans: [],
  products: ['catalogues'],
} as const satisfies Record<string, readonly string[]>;

export type Kept = keyof typeof KEPT_NEEDS;
export const keptKinds = Object.keys(KEPT_NEEDS) as Kept[];

const needsOf = (kind: Kept): readonly Kept[] => KEPT_NEEDS[kind];
const inOrder = (kinds: ReadonlySet<Kept>) => keptKinds.filter((kind) => kinds.has(kind));

/** Keeps one more kind, and the kinds that it needs. */
export function keepAlso(kept: readonly Kept[], kind: Kept): Kept[] {
  return inOrder(new Set([...kept, kind, ...needsOf(kind)]));
}

/** Lets one kind go, and the kinds that need it. */
export function letGo(kept: readonly Kept[], kind: Kept): Kept[] {
  return inOrder(new Set(kept.filter((other) => other !== kind && !needsOf(other).includes(kind))));
}

export const KEPT_WITHOUT_NEEDS = 'Falta conservar algo que otra cosa necesita';

const isWhole = (kept: Kept[]) => kept.every((kind) => needsOf(kind).every((needed) => kept.includes(needed)));

const count = z.int().check(z.nonnegative());
const counts = <K extends string>(names: readonly K[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<K, typeof count>);

/** Rows that people have added to the demonstration, besides administrators, who stay. */
const ours = counts(['people', 'payments']);
export type Ours = z.infer<typeof ours>;

export const startInput = z.object({
  keep: z
    .array(z.enum(keptKinds, 'No es algo que se pueda conservar'), 'Debe ser una lista')
    .check(z.refine(isWhole, KEPT_WITHOUT_NEEDS)),
  /** The backup that was made of everything just before. */
  backup_id: id,
  /** The caller's password. */
  password: currentPassword,
  /** Number of people's own rows that may go as well: none by default, and never more than this. */
  also_ours: z.optional(ours),
});
export type StartInput = z.infer<typeof startInput>;

export const goingKinds = ['people', 'subscriptions', 'payments', 'tills', 'notifications'] as const;

export const ownBusinessRow = z.object({
  /** True while the data are the demonstration's. */
  is_demo: z.boolean(),
  /** Rows of each kind that may stay, and of each that goes in any case. */
  content: counts(keptKinds),
  going: counts(goingKinds),
  /** Rows among those going that the filler did not make. */
  ours,
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

const counted = (number: number, one: string, many: string) =>
  number > 0 ? [`${number} ${number === 1 ? one : many}`] : [];

/** '3 personas y 12 pagos'. */
export const oursInWords = ({ people, payments }: Ours) =>
  [...counted(people, 'persona', 'personas'), ...counted(payments, 'pago', 'pagos')].join(' y ');

export const someOurs = (found: Ours) =>
  `Hay ${oursInWords(found)} que no ${found.people + found.payments === 1 ? 'es' : 'son'} de la demostración: no se borró nada.`;
export const NOT_A_DEMO = 'Este negocio ya no es el de demostración: no se borró nada.';
export const NO_FRESH_BACKUP = 'Falta una copia de seguridad reciente y comprobada: no se borró nada.';
export const BACKUP_UNDER_WAY = 'Se está haciendo otra copia de seguridad: no se borró nada. Espera a que termine.';
