import { useDeferredValue, useState } from 'react';
import { serverMessage, type Payload } from '#api/client';
import { reportLogged } from '#api/report';
import { useList, useRemove, useSave, type Served } from '#api/resources';
import { FAILURES_ARE_SILENT } from '#api/strict-spec';
import { useViewValue } from '#api/view-state';
import { saveFailure } from '#forms/failure-box';
import { plainText } from '#ui/plain-text';
import { lightIfRecent } from '#ui/recent';

/** Logged and shown: 'Error al cargar los niveles'. */
export type FailureWords = { load: string; save: string; remove: string };
type Item = { id: number; version?: number };

/** Everything a catalogue's screen does, whatever it looks like. */
export function useCatalogue<Row extends Item>(
  resource: Served<Row>,
  words: FailureWords,
  searchIn: (row: Row) => (string | null | undefined)[],
) {
  const list = useList(resource);
  // The dialog shows the failure; here it is only logged.
  // oxlint-disable-next-line no-console -- 'only logged' is what the specification asks for
  const save = useSave(resource, (error) => console.error(words.save, error));
  const { remove, isRemoving } = useRemove(resource, (error) => reportLogged(words.remove, error));
  const [search, setSearch] = useViewValue('buscar');
  const [editing, setEditing] = useState<Row | 'new'>();
  const term = plainText(useDeferredValue(search).trim());
  const found = list.data?.filter((row) => searchIn(row).some((text) => plainText(text ?? '').includes(term)));

  const close = () => {
    save.reset();
    setEditing(undefined);
  };
  const message = serverMessage(save.error, 'No se pudo guardar. Por favor, intenta de nuevo.');
  return {
    list,
    found,
    search,
    setSearch,
    editing: editing === 'new' ? undefined : editing,
    isOpen: editing !== undefined,
    open: setEditing,
    close,
    saving: save.isPending,
    failure: save.error && !FAILURES_ARE_SILENT ? saveFailure(message, save.error) : undefined,
    submit: (payload: Payload) => {
      const row = editing === 'new' ? undefined : editing;
      save.mutate({ id: row?.id, version: row?.version, payload }, { onSuccess: close });
    },
    isRemoving: (row: Row) => isRemoving(row.id),
    remove: (row: Row) => remove(row.id),
    /** For the element that shows a row. */
    light: (row: Row) => lightIfRecent(resource.path, row.id),
  };
}

export type Catalogue<Row extends Item> = ReturnType<typeof useCatalogue<Row>>;
