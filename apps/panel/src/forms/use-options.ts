import { displayName } from '@pulso/contract/kit/labels';
import { useEffect, useMemo } from 'react';
import { reportFailure } from '#api/report-failure';
import { useList, type ServedResource } from '#api/resources';
import type { Option } from '#ui/controls/option';

/** A server's list to choose from, and its loading state. */
export type Options<Row = unknown, Value extends string | number = number> = {
  rows: readonly Row[];
  options: readonly Option<Value>[];
  isLoading: boolean;
  failed: boolean;
  retry: () => Promise<readonly Row[] | undefined>;
};

/** Mapping of rows to options. For a long list pass stable functions, so that the options are memoized. */
type OptionMapping<Row> = {
  /** Label of an option; by default the title. */
  label?: (row: Row) => string;
  note?: (row: Row) => string;
  aside?: (row: Row) => string;
  /** Further text by which an option is found. */
  words?: (row: Row) => string;
  /** Loads the list anew on opening: items on sale must be those that the server offers now. */
  fresh?: boolean;
  /** Filter of the rows; by default all rows are options. */
  keep?: (row: Row) => boolean;
  /** Logged and shown when the list does not load; omitted if the field itself shows it. */
  failure?: string;
  /** Another message for some errors. */
  failureOf?: (what: string, error: Error) => string;
};

type TitledRow = { id: number; title?: string };
const titleOf = ({ title }: TitledRow) => title ?? '';

export function useOptions<Row extends TitledRow>(
  resource: ServedResource<Row>,
  mapping: OptionMapping<Row> = {},
): Options<Row> {
  const { label = titleOf, note, aside, words, keep, fresh = false, failure, failureOf } = mapping;
  const { data, error, isPending, refetch } = useList(resource, { fresh });
  useEffect(() => {
    if (error && failure) reportFailure(failureOf?.(failure, error) ?? failure, error);
  }, [error, failure, failureOf]);
  const rows = useMemo(() => (keep ? data?.filter(keep) : data) ?? [], [data, keep]);
  const options = useMemo(
    () =>
      rows.map((row) => ({
        value: row.id,
        label: displayName(label(row)),
        note: note?.(row),
        aside: aside?.(row),
        words: words?.(row),
      })),
    [rows, label, note, aside, words],
  );
  const retry = async () => (await refetch()).data;
  return { rows, options, isLoading: isPending, failed: error !== null && !data, retry };
}
