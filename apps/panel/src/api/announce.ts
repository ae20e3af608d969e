import { shownName } from '@pulso/contract/kit/labels';
import type { Noun } from '@pulso/contract/kit/resource';
import { addressesOf } from '#addresses';
import type { Payload } from '#api/client';
import { markRecent } from '#ui/feedback/highlight';
import { showToast } from '#ui/feedback/toast-queue';

/** The part of a contract's resource that says what its rows are called. */
export type Called = { path: string; noun: Noun; feminine?: boolean };
/** A row, or the known part of one. */
export type Named = { id?: number; title?: string; name?: string };

const PARTICIPLES = {
  created: 'cread',
  updated: 'actualizad',
  removed: 'eliminad',
  restored: 'recuperad',
  duplicated: 'duplicad',
};
export type Deed = keyof typeof PARTICIPLES;

/** 'Nivel eliminado', 'Dieta creada'. */
export function deedWords({ noun: [one], feminine }: Called, deed: Deed): string {
  return `${one.charAt(0).toUpperCase()}${one.slice(1)} ${PARTICIPLES[deed]}${feminine ? 'a' : 'o'}`;
}

/** 'el nivel', 'la dieta'. */
export const theOne = ({ noun: [one], feminine }: Called) => `${feminine ? 'la' : 'el'} ${one}`;

function linkTo(path: string, id: number) {
  const to = addressesOf(path)?.detail(id);
  return to && { to, label: 'Ver detalles' };
}

/** Name that the person gave the item in the submitted form. */
export function nameSent(payload: Payload): Named {
  if (!payload) return {};
  const fields = 'form' in payload ? Object.fromEntries(payload.form) : (payload.json as Record<string, unknown>);
  const title = [fields.title, fields.name].find((value) => typeof value === 'string');
  return title === undefined ? {} : { title };
}

type Offered = { undo?: () => void };

/**
 * Announces a write, the same way for every entity: the deed, the item's name, and a link to it. An item that still
 * exists is highlighted in its list.
 */
export function announce(called: Called, deed: Deed, { id, title, name }: Named, { undo }: Offered = {}) {
  // Not every server answers with the row that it created.
  const isThere = deed !== 'removed' && id !== undefined && Number.isInteger(id);
  if (isThere) markRecent(called.path, id);
  showToast({
    title: deedWords(called, deed),
    description: shownName(title || name || ''),
    tone: 'good',
    link: isThere ? linkTo(called.path, id) : undefined,
    undo,
  });
}
