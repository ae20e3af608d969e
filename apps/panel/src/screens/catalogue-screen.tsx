import type { Noun } from '@pulso/contract/kit/resource';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import type { Payload } from '#api/client';
import type { Check, Files } from '#forms/form';
import { FormDialog } from '#forms/form-dialog';
import { formatFoundCount, ListFilters } from '#screens/list-filters';
import { ListStates } from '#screens/list-states';
import type { Catalogue, FailureWords } from '#screens/use-catalogue';
import { PageHeader } from '#ui/layout/page';
import { SearchBox } from '#ui/lists/search-box';

export type CatalogueWords = FailureWords & {
  title: string;
  /** 'Buscar niveles...' */
  search?: string;
  /** Label of the create button, and title of its modal. */
  create: string;
  edit: string;
  /** Noun in singular and plural: 'nivel', 'niveles'. */
  count: Noun;
  empty: { title: string; text?: string; create: string };
};

type Item = { id: number; version?: number };
type Props<Row extends Item, Input> = {
  catalogue: Catalogue<Row>;
  words: CatalogueWords;
  check: Check<Input>;
  /** Payload for the typed values. */
  payloadOf: (values: Input, files: Files) => Payload;
  skeleton: ReactNode;
  items: (rows: Row[]) => ReactNode;
  /** Fields of the modal, for the edited row, if any. */
  fields: (row: Row | undefined) => ReactNode;
};

/** A catalogue: title and count, search and filters, the items, and a modal that creates and edits. */
export function CatalogueScreen<Row extends Item, Input>(props: Props<Row, Input>) {
  const { catalogue, words, check, payloadOf, skeleton, items, fields } = props;
  const { list, found, similar, filters, editing, isOpen, open, close, submit } = catalogue;
  const total = list.data?.length;
  const create = () => open('new');
  return (
    <>
      <PageHeader
        title={words.title}
        context={total === undefined || !found ? '' : formatFoundCount(total, found.length, words.count)}
        action={
          <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onClick={create}>
            {words.create}
          </Button>
        }
      />
      <ListFilters
        {...filters}
        rows={list.data ?? []}
        search={
          words.search && (
            <SearchBox
              label={words.search}
              value={filters.view.buscar}
              onChange={(buscar) => filters.onChange({ buscar })}
            />
          )
        }
      />
      <ListStates
        list={list}
        found={found}
        similar={similar}
        failure={words.load}
        skeleton={skeleton}
        empty={
          <EmptyState title={words.empty.title} text={words.empty.text}>
            <Button look="primary" onClick={create}>
              {words.empty.create}
            </Button>
          </EmptyState>
        }
      >
        {items}
      </ListStates>
      {isOpen && (
        <FormDialog
          key={editing?.id ?? 'new'}
          title={editing ? words.edit : words.create}
          submit={editing ? 'Actualizar' : 'Crear'}
          check={check}
          values={editing}
          busy={catalogue.saving}
          failure={catalogue.failure}
          onReload={catalogue.reload}
          onSubmit={(values, files) => submit(payloadOf(values, files))}
          onClose={close}
        >
          {fields(editing)}
        </FormDialog>
      )}
    </>
  );
}
