import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Address } from '#addresses';
import type { NamedRow } from '#api/announce';
import type { Payload } from '#api/client';
import { useItemToEdit, useSave, type WritableResource } from '#api/resources';
import { createSaveFailure } from '#forms/failure-box';
import type { Check, Files } from '#forms/form';
import { FormPage, FormSkeleton } from '#forms/form-page';
import { ItemStates } from '#screens/item-states';

type Item = NamedRow & { id: number; version?: number };
export type ItemFormWords = {
  back: { to: Address; label: string };
  create: { title: string; submit: string };
  edit: { title: string; submit: string };
  load: (error: Error) => string;
  save: (error: Error, editing: boolean) => string;
};

type Props<Row, Input> = {
  resource: WritableResource<Row>;
  /** Id of the item to edit; undefined for a new one. */
  id: string | undefined;
  words: ItemFormWords;
  /** Name of its draft, if it is another than the address. */
  draft?: string;
  check: (item: Row | undefined) => Check<Input>;
  /** Initial values of the fields, if they are not the item's own. */
  valuesOf?: (item: Row) => Record<string, unknown>;
  payloadOf: (values: Input, files: Files) => Payload;
  /** True if the specification calls an answer without data a failure. */
  requiresData?: boolean;
  /** Saves elsewhere than in the item that was loaded. */
  sendTo?: (payload: Payload) => Promise<unknown>;
  children: (item: Row | undefined) => ReactNode;
};

/** The screen that creates or edits one item, from loading it to saving it and returning to the list. */
export function ItemForm<Row extends Item, Input>({ id, ...rest }: Props<Row, Input>) {
  const loaded = useItemToEdit(rest.resource, id);
  if (id === undefined) return <LoadedForm item={undefined} {...rest} />;
  const { load, back, edit } = rest.words;
  return (
    <ItemStates item={loaded} failure={load} back={back} form={edit.title} skeleton={<FormSkeleton />}>
      {(item) => <LoadedForm key={id} item={item} onReload={async () => (await loaded.refetch()).data} {...rest} />}
    </ItemStates>
  );
}

type LoadedProps<Row, Input> = Omit<Props<Row, Input>, 'id'> & {
  item: Row | undefined;
  onReload?: () => Promise<Row | undefined>;
};

function LoadedForm<Row extends Item, Input>(props: LoadedProps<Row, Input>) {
  const {
    resource,
    item,
    words,
    draft,
    check,
    valuesOf = (row) => row,
    payloadOf,
    requiresData,
    sendTo,
    onReload,
    children,
  } = props;
  const ownSave = useSave(resource);
  const otherSave = useMutation({ mutationFn: async ({ payload }: { payload: Payload }) => sendTo?.(payload) });
  const save = sendTo ? otherSave : ownSave;
  const { title, submit } = item ? words.edit : words.create;
  const reload = async () => {
    const fresh = await onReload?.();
    save.reset();
    return fresh && valuesOf(fresh);
  };
  return (
    <FormPage
      title={title}
      subject={item?.title}
      back={words.back}
      draft={draft}
      submit={submit}
      check={check(item)}
      values={item && valuesOf(item)}
      busy={save.isPending}
      saved={save.isSuccess}
      failure={save.error ? createSaveFailure(words.save(save.error, item !== undefined), save.error) : undefined}
      onReload={reload}
      onSubmit={(values, files) =>
        save.mutate({ id: item?.id, version: item?.version, payload: payloadOf(values, files), requiresData })
      }
    >
      {children(item)}
    </FormPage>
  );
}
