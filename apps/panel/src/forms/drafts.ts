import { catalogueLists } from '#addresses';
import { DRAFT_KEY_PREFIX, withLocalStorage } from '#api/device-storage';
import { deleteExpiredDrafts, STORED_LIFETIME_MS } from '#api/stored/expiry';
import { hasLoggedOut, readCookie, readToken } from '#api/session';

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
const CATALOGUE_DRAFT_MS = 7 * 24 * 3_600_000;

/** Lifetime of a form's draft. */
export const draftLifetimeMs = (form: string) =>
  catalogueLists.some((list) => form.startsWith(list)) ? CATALOGUE_DRAFT_MS : STORED_LIFETIME_MS;

/** Remembered, because the cookie is already gone when a session expires and a draft must be stored. */
let ownerId: string | undefined;
const ownerKeyPrefix = () => {
  ownerId ||= readCookie('userId');
  // Another administrator on the same device must not see it.
  return `${DRAFT_KEY_PREFIX}${ownerId ?? ''}:`;
};
const draftKey = (form: string) => `${ownerKeyPrefix()}${form}`;

export function saveDraft(form: string, draft: Omit<Draft, 'at' | 'until' | 'resumes'>) {
  if (hasLoggedOut()) return;
  const at = Date.now();
  const storedDraft: Draft = { ...draft, at, until: at + draftLifetimeMs(form), resumes: readToken() === undefined };
  withLocalStorage((storage) => {
    deleteExpiredDrafts(storage);
    storage.setItem(draftKey(form), JSON.stringify(storedDraft));
  });
}

export function deleteDraft(form: string) {
  withLocalStorage((storage) => storage.removeItem(draftKey(form)));
}

export function readDraft(form: string): Draft | undefined {
  return withLocalStorage((storage) => {
    deleteExpiredDrafts(storage);
    return (JSON.parse(storage.getItem(draftKey(form)) ?? 'null') as Draft | null) ?? undefined;
  });
}

/** Names of the forms with this prefix over which the session ended. */
export function findResumableForms(beginning: string): string[] {
  const ownKeys =
    withLocalStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(draftKey(beginning)))) ?? [];
  return ownKeys.map((key) => key.slice(ownerKeyPrefix().length)).filter((form) => readDraft(form)?.resumes);
}
