import { useDeferredValue, useEffect, useState } from 'react';
import { CallFailure, serverMessage } from '@pulso/web/answers';
import type { NamedRow } from '#api/announce';
import { type Payload } from '#api/client';
import { reportFailure } from '#api/report-failure';
import { useList, useRemove, useSave, type WritableResource } from '#api/resources';
import { FAILURES_ARE_SILENT } from '#api/strict-spec';
import { useViewState } from '#api/view-state';
import { createSaveFailure } from '#forms/failure-box';
import { hasDraftToResume, resumableItemId } from '#forms/form-dialog';
import { filterRows, defaultViewOf, type ListFilter } from '#screens/list-filters';
import { useFilters } from '#screens/use-filters';
import { plainText } from '#ui/text/plain-text';
import { findOrSimilar } from '#ui/text/similar-rows';
import { highlightIfRecent } from '#ui/feedback/highlight';

/** Messages that are logged and shown: 'Error al cargar los niveles'. */
export type FailureWords = { load: string; save: string; remove: string };
type DialogWords = { create: string; edit: string };
type Item = NamedRow & { id: number; version?: number };

const NOT_SAVED_MESSAGE = 'No se pudo guardar. Por favor, intenta de nuevo.';

/** The behaviour of a catalogue's screen, independent of its look. */
export function useCatalogue<Row extends Item>(
  resource: WritableResource<Row>,
  words: FailureWords & DialogWords,
  searchIn: (row: Row) => (string | null | undefined)[],
  filters: readonly ListFilter<Row>[] = [],
) {
  const list = useList(resource);
  // The dialog shows the failure; here it is only logged.
  // oxlint-disable-next-line no-console -- 'only logged' is what the specification asks for
  const save = useSave(resource, (error) => console.error(words.save, error));
  const { remove, isRemoving } = useRemove(resource, (error) => reportFailure(words.remove, error));
  const { view, filter, clear, active } = useFilters(defaultViewOf(filters));
  const [editing, setEditing] = useState<Row | 'new' | undefined>(() =>
    hasDraftToResume(words.create) ? 'new' : undefined,
  );
  const [resuming, setResuming] = useState(() => resumableItemId(words.edit));
  const resumed = resuming && list.data?.find(({ id }) => String(id) === resuming);
  if (resumed) {
    setResuming(undefined);
    setEditing(resumed);
  }
  // Another screen may open the modal by address; the parameter is removed, so that a reload shows the list.
  const [{ nuevo }, show] = useViewState({ nuevo: '' });
  if (nuevo !== '' && editing === undefined) setEditing('new');
  useEffect(() => {
    if (nuevo !== '') show({ nuevo: '' });
  });
  const typed = useDeferredValue(view.buscar);
  const term = plainText(typed.trim());
  const textsOf = (row: Row) => searchIn(row).map((text) => plainText(text ?? ''));
  const search =
    list.data &&
    findOrSimilar(filterRows(list.data, filters, view), {
      typed,
      fits: (row) => textsOf(row).some((text) => text.includes(term)),
      textOf: (row) => textsOf(row).join(' '),
    });

  const close = () => {
    save.reset();
    setEditing(undefined);
  };
  const reload = async () => {
    const fresh = (await list.refetch()).data?.find(({ id }) => editing !== 'new' && id === editing?.id);
    save.reset();
    if (fresh) setEditing(fresh);
    return fresh;
  };
  // The server explains a refusal (4xx); its message for a failure (5xx) would not help.
  const hasFailed = save.error instanceof CallFailure && save.error.status >= 500;
  const message = hasFailed ? NOT_SAVED_MESSAGE : serverMessage(save.error, NOT_SAVED_MESSAGE);
  return {
    list,
    found: search?.found,
    similar: search?.isSimilar,
    filters: { filters, view, active, onChange: filter, onClear: clear },
    editing: editing === 'new' ? undefined : editing,
    isOpen: editing !== undefined,
    open: setEditing,
    close,
    reload,
    saving: save.isPending,
    failure: save.error && !FAILURES_ARE_SILENT ? createSaveFailure(message, save.error) : undefined,
    submit: (payload: Payload) => {
      const row = editing === 'new' ? undefined : editing;
      save.mutate({ id: row?.id, version: row?.version, payload }, { onSuccess: close });
    },
    isRemoving: (row: Row) => isRemoving(row.id),
    remove: (row: Row) => remove(row),
    /** Ref for the element that shows a row. */
    light: (row: Row) => highlightIfRecent(resource.path, row.id),
  };
}

export type Catalogue<Row extends Item> = ReturnType<typeof useCatalogue<Row>>;
