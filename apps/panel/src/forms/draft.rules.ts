import type { Draft } from '#forms/drafts';

export type Values = Record<string, unknown>;

/** Initial values of a form over the stored ones, and the notice above it. */
export type FormStart = Pick<Draft, 'mine' | 'isPartial'> & {
  /** React key of the form: every new value mounts it anew. */
  turn: number;
  /** Another person's values that differ from mine, by field. */
  theirs: Values;
  notice?: 'offered' | 'resumed' | 'merged';
};

export const START_FROM_STORED: FormStart = { turn: 0, mine: {}, theirs: {}, isPartial: false };

export const valueText = (value: unknown) =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

export const versionOf = (values?: Values) => (typeof values?.version === 'number' ? values.version : undefined);

type Control = Pick<HTMLInputElement, 'name' | 'type' | 'value' | 'checked'> & { dataset: DOMStringMap };

const NEVER_STORED_TYPES = new Set(['password', 'file']);

/** True also for a list with an edited control inside ('sets.0.reps'). */
const isEdited = (name: string, edited: ReadonlySet<string>) =>
  edited.has(name) || [...edited].some((part) => part.startsWith(`${name}.`));

/** The edited values as they stand in the controls; a form that is given them as its values begins with the same. */
export function readEdits(controls: Iterable<Control>, edited: ReadonlySet<string>): Pick<Draft, 'mine' | 'isPartial'> {
  const mine: Values = {};
  let isPartial = false;
  for (const { name, type, value, checked, dataset } of controls) {
    if (!isEdited(name, edited)) continue;
    if (NEVER_STORED_TYPES.has(type)) isPartial = true;
    else if (dataset.rows !== undefined) mine[name] = { rows: JSON.parse(dataset.rows) as unknown };
    else if (!name.includes('.')) mine[name] = type === 'checkbox' ? checked : value;
  }
  return { mine, isPartial };
}

/** Values of the fields I changed that differ from mine and were changed by somebody else since `before`. */
function conflictingValues(mine: Values, fresh: Values, before?: Values): Values {
  const names = Object.keys(mine).filter(
    (name) =>
      valueText(fresh[name]) !== valueText(mine[name]) &&
      (!before || valueText(fresh[name]) !== valueText(before[name])),
  );
  return Object.fromEntries(names.map((name) => [name, fresh[name]]));
}

/** The draft over the values stored now, with those that another person has saved since. */
export function resumeDraft({ mine, isPartial, version }: Draft, values: Values = {}, turn = 0): FormStart {
  const theirs = version === versionOf(values) ? {} : conflictingValues(mine, values);
  return { turn, mine, isPartial, theirs, notice: 'resumed' };
}

/** My edits over fresh values, with those that another person has saved since I began. */
export function mergeEdits(
  edits: Pick<Draft, 'mine' | 'isPartial'>,
  fresh: Values,
  before?: Values,
  turn = 0,
): FormStart {
  return { ...edits, turn, theirs: conflictingValues(edits.mine, fresh, before), notice: 'merged' };
}

/** A draft over which the session ended is resumed; any other one is offered. */
export function startForm(draft: Draft | undefined, values?: Values): FormStart {
  if (draft?.resumes) return resumeDraft(draft, values);
  return draft ? { ...START_FROM_STORED, notice: 'offered' } : START_FROM_STORED;
}
