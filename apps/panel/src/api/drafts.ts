import { addresses } from '#addresses';
import { DRAFTS, withStorage } from '#api/device';
import { dropOldDrafts, KEPT_MS } from '#api/old';
import { hasLeftSession, readCookie, readToken } from '#api/session';

/**
 * What is typed into a form and not saved yet, kept on this device: it survives the end of a session, a closed tab and a
 * crash. Passwords and files never get here.
 */
export type Draft = {
  /** By name of their control, what the person changed. */
  mine: Record<string, unknown>;
  /** Of the item when it was loaded, where the server has versions. */
  version: number | undefined;
  /** Something was typed that is not kept. */
  isPartial: boolean;
  at: number;
  until: number;
  /** The session ended over it: the form opens with it, without a question. */
  resumes: boolean;
};

const { exercises, diets, trainings, packages, plans, products, setting } = addresses;
/** Forms of things, which name nobody: hours of work are worth a week. */
const OF_THINGS = [exercises.list, diets.list, trainings.list, packages.list, plans, products, setting('')];
const OF_THINGS_MS = 7 * 24 * 3_600_000;

/** How long what was typed into a form is kept. */
export const draftLifetime = (form: string) =>
  OF_THINGS.some((list) => form.startsWith(list)) ? OF_THINGS_MS : KEPT_MS;

/** Remembered, because the cookie is gone when a session has expired and there is something to keep. */
let owner: string | undefined;
const ownPrefix = () => {
  owner ||= readCookie('userId');
  // Another administrator on the same device does not see it.
  return `${DRAFTS}${owner ?? ''}:`;
};
const keyOf = (form: string) => `${ownPrefix()}${form}`;

export function saveDraft(form: string, draft: Omit<Draft, 'at' | 'until' | 'resumes'>) {
  if (hasLeftSession()) return;
  const at = Date.now();
  const kept: Draft = { ...draft, at, until: at + draftLifetime(form), resumes: readToken() === undefined };
  withStorage((storage) => {
    dropOldDrafts(storage);
    storage.setItem(keyOf(form), JSON.stringify(kept));
  });
}

export function dropDraft(form: string) {
  withStorage((storage) => storage.removeItem(keyOf(form)));
}

export function readDraft(form: string): Draft | undefined {
  return withStorage((storage) => {
    dropOldDrafts(storage);
    return (JSON.parse(storage.getItem(keyOf(form)) ?? 'null') as Draft | null) ?? undefined;
  });
}

/** The forms whose name begins so and over which the session ended. */
export function resumingForms(beginning: string): string[] {
  const own = withStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(keyOf(beginning)))) ?? [];
  return own.map((key) => key.slice(ownPrefix().length)).filter((form) => readDraft(form)?.resumes);
}
