import { collectionPage, collectionRow } from '@pulso/contract/billing/collections';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { COLLECTIONS_PATH } from '#features/billing/collections/summary/use-summary';

const rowsResource = { path: COLLECTIONS_PATH, row: collectionRow };
const metaResource = { path: COLLECTIONS_PATH, row: collectionPage.shape.meta };

/** `whom` is a question about users as JSON, for the list of those whom it finds. */
export type CollectionQuery = { list: string; page: number; hidden: boolean; search: string; whom?: string };

export async function readCollection(
  { list, page, hidden, search, whom }: CollectionQuery,
  limit: number,
  signal: AbortSignal,
) {
  const query = new URLSearchParams({ list, page: String(page), limit: String(limit), hidden: String(hidden) });
  if (search) query.set('search', search);
  if (whom) query.set('whom', whom);
  const { data, meta } = assertSuccess(await call('GET', `${COLLECTIONS_PATH}?${query.toString()}`, { signal }));
  const figures = readRow(metaResource, meta);
  if (!Array.isArray(data) || !figures) throw new CallFailure(200, undefined);
  const rows = data.flatMap((row: unknown) => readRow(rowsResource, row) ?? []);
  return { rows, meta: figures };
}
