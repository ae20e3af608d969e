import type { Draft } from '#forms/drafts';

export type Values = Record<string, unknown>;

/** Initial values of a form over the stored ones, and the notice above it. */
export type Start = Pick<Draft, 'mine' | 'isPartial'> & {
  /** React key of the form: every new value mounts it anew. */
  turn: number;
  /** Another person's values that differ from mine, by field. */
  theirs: Values;
  notice?: 'offered' | 'resumed' | 'merged';
};

export const AS_STORED: Start = { turn: 0, mine: {}, theirs: {}, isPartial: false };

export const textOf = (value: unknown) =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

export const versionOf = (values?: Values) => (typeof values?.version === 'number' ? values.version : undefined);

type Control = Pick<HTMLInputElement, 'name' | 'type' | 'value' | 'checked'> & { dataset: DOMStringMap };

const NEVER_STORED = new Set(['password', 'file']);

/** True also for a list with an edited control inside ('sets.0.reps'). */
const isEdited = (name: string, edited: ReadonlySet<string>) =>
  edited.has(name) || [...edited].some((part) => part.startsWith(`${name}.`));

/** The edited values as they stand in the controls; a form that is given them as its values begins with the same. */
export function editedIn(controls: Iterable<Control>, edited: ReadonlySet<string>): Pick<Draft, 'mine' | 'isPartial'> {
  const mine: Values = {};
  let isPartial = false;
  for (const { name, type, value, checked, dataset } of controls) {
    if (!isEdited(name, edited)) continue;
    if (NEVER_STORED.has(type)) isPartial = true;
    else if (dataset.rows !== undefined) mine[name] = { rows: JSON.parse(dataset.rows) as unknown };
    else if (!name.includes('.')) mine[name] = type === 'checkbox' ? checked : value;
  }
  return { mine, isPartial };
}

/** Values of the fields I changed that differ from mine and were changed by somebody else since `before`. */
function differing(mine: Values, fresh: Values, before?: Values): Values {
  const names = Object.keys(mine).filter(
    (name) => textOf(fresh[name]) !== textOf(mine[name]) && (!before || textOf(fresh[name]) !== textOf(before[name])),
  );
  return Object.fromEntries(names.map((name) => [name, fresh[name]]));
}

/** The draft over the values stored now, with those that another person has saved since. */
export function resume({ mine, isPartial, version }: Draft, values: Values = {}, turn = 0): Start {
  const theirs = version === versionOf(values) ? {} : differing(mine, values);
  return { turn, mine, isPartial, theirs, notice: 'resumed' };
}

/** My edits over fresh values, with those that another person has saved since I began. */
export function merge(edits: Pick<Draft, 'mine' | 'isPartial'>, fresh: Values, before?: Values, turn = 0): Start {
  return { ...edits, turn, theirs: differing(edits.mine, fresh, before), notice: 'merged' };
}

/** A draft over which the session ended is resumed; any other one is offered. */
export function startWith(draft: Draft | undefined, values?: Values): Start {
  if (draft?.resumes) return resume(draft, values);
  return draft ? { ...AS_STORED, notice: 'offered' } : AS_STORED;
}
