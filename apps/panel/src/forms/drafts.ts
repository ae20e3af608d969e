import { listsOfThings } from '#addresses';
import { DRAFTS, withStorage } from '#api/device';
import { dropOldDrafts, KEPT_MS } from '#api/stored/old';
import { hasLeftSession, readCookie, readToken } from '#api/session';

/**
 * Unsaved form input, stored on this device: it survives the end of a session, a closed tab and a crash. Passwords and
 * files are never stored.
 */
export type Draft = {
  /** Values that the person changed, by name of their control. */
  mine: Record<string, unknown>;
  /** Version of the item when it was loaded, if the server has versions. */
  version: number | undefined;
  /** True if something was typed that is not stored. */
  isPartial: boolean;
  at: number;
  until: number;
  /** True if the session ended over the form, which then opens with the draft without asking. */
  resumes: boolean;
};

/** Drafts of things name nobody, and hours of work are worth keeping for a week. */
const OF_THINGS_MS = 7 * 24 * 3_600_000;

/** Lifetime of a form's draft. */
export const draftLifetime = (form: string) =>
  listsOfThings.some((list) => form.startsWith(list)) ? OF_THINGS_MS : KEPT_MS;

/** Remembered, because the cookie is already gone when a session expires and a draft must be stored. */
let owner: string | undefined;
const ownPrefix = () => {
  owner ||= readCookie('userId');
  // Another administrator on the same device must not see it.
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

/** Names of the forms with this prefix over which the session ended. */
export function resumingForms(beginning: string): string[] {
  const own = withStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(keyOf(beginning)))) ?? [];
  return own.map((key) => key.slice(ownPrefix().length)).filter((form) => readDraft(form)?.resumes);
}
