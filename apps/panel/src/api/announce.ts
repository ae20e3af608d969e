import { displayName } from '@pulso/contract/kit/labels';
import type { Noun } from '@pulso/contract/kit/resource';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { addressesOf } from '#addresses';
import type { Payload } from '#api/client';
import { markRecent } from '#ui/feedback/highlight';

/** The part of a contract's resource that says what its rows are called. */
export type ResourceNoun = { path: string; noun: Noun; feminine?: boolean };
/** A row, or the known part of one. */
export type NamedRow = { id?: number; title?: string; name?: string };

const PARTICIPLE_STEMS = {
  created: 'cread',
  updated: 'actualizad',
  removed: 'eliminad',
  restored: 'recuperad',
  duplicated: 'duplicad',
};
export type WriteAction = keyof typeof PARTICIPLE_STEMS;

/** 'Nivel eliminado', 'Dieta creada'. */
export function describeWrite({ noun: [one], feminine }: ResourceNoun, deed: WriteAction): string {
  return `${one.charAt(0).toUpperCase()}${one.slice(1)} ${PARTICIPLE_STEMS[deed]}${feminine ? 'a' : 'o'}`;
}

/** 'el nivel', 'la dieta'. */
export const nounWithArticle = ({ noun: [one], feminine }: ResourceNoun) => `${feminine ? 'la' : 'el'} ${one}`;

function detailLink(path: string, id: number) {
  const to = addressesOf(path)?.detail(id);
  return to && { to, label: 'Ver detalles' };
}

/** Name that the person gave the item in the submitted form. */
export function submittedName(payload: Payload): NamedRow {
  if (!payload) return {};
  const fields = 'form' in payload ? Object.fromEntries(payload.form) : (payload.json as Record<string, unknown>);
  const title = [fields.title, fields.name].find((value) => typeof value === 'string');
  return title === undefined ? {} : { title };
}

type AnnounceOptions = {
  undo?: () => void;
  /** True if the item itself is shown next, so that a link to it would lead nowhere. */
  isOpen?: boolean;
};

/**
 * Announces a write, the same way for every entity: the deed, the item's name, and a link to it. An item that still
 * exists is highlighted in its list.
 */
export function announceWrite(
  called: ResourceNoun,
  deed: WriteAction,
  { id, title, name }: NamedRow,
  { undo, isOpen = false }: AnnounceOptions = {},
) {
  // Not every server answers with the row that it created.
  const isThere = deed !== 'removed' && id !== undefined && Number.isInteger(id);
  if (isThere) markRecent(called.path, id);
  showToast({
    title: describeWrite(called, deed),
    description: displayName(title || name || ''),
    tone: 'good',
    link: isThere && !isOpen ? detailLink(called.path, id) : undefined,
    undo,
  });
}
