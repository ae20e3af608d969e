import {
  collectionPage,
  collectionRow,
  contactRow,
  type CollectionRow,
  type Contact,
  type ContactInput,
} from '@pulso/contract/billing/collections';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { COLLECTIONS } from '#features/billing/collections/summary/use-summary';
import { assertSuccess, call, CallFailure, dataOf } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow, readRows } from '#api/reader';
import { listedUsers } from '#features/accounts/users/users-calls';
import { useWrite } from '#forms/use-write';

export const PAGE_SIZE = 50;
const REFRESH_MS = 30_000;

const rowsOf = { path: COLLECTIONS, row: collectionRow };
const metaOf = { path: COLLECTIONS, row: collectionPage.shape.meta };
const contactsOf = (userId: number) => ({ path: `user/${userId}/contacts`, row: contactRow });

export type Asked = { list: string; page: number; hidden: boolean; search: string };

export async function readCollection({ list, page, hidden, search }: Asked, limit: number, signal: AbortSignal) {
  const query = new URLSearchParams({ list, page: String(page), limit: String(limit), hidden: String(hidden) });
  if (search) query.set('search', search);
  const { data, meta } = assertSuccess(await call('GET', `${COLLECTIONS}?${query.toString()}`, { signal }));
  const figures = readRow(metaOf, meta);
  if (!Array.isArray(data) || !figures) throw new CallFailure(200, undefined);
  const rows = data.flatMap((row: unknown) => readRow(rowsOf, row) ?? []);
  return { rows, meta: figures };
}
type Page = Awaited<ReturnType<typeof readCollection>>;

const pageKey = (asked: Asked) => [COLLECTIONS, 'pages', asked] as const;

/** Kept fresh while it is looked at. What was there stays while another page of the same list is on its way, or fails. */
export function useCollection(asked: Asked) {
  return useQuery({
    queryKey: pageKey(asked),
    queryFn: ({ signal }) => readCollection(asked, PAGE_SIZE, signal),
    placeholderData: (last: Page | undefined, query) => {
      const [, , before] = (query?.queryKey ?? []) as readonly [unknown?, unknown?, Asked?];
      return before?.list === asked.list ? last : undefined;
    },
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
}

/** Everything known of the lists is asked again, and of this user. */
export function useRefreshCollections() {
  const client = useQueryClient();
  return (userId?: number) => {
    void client.invalidateQueries({ queryKey: [COLLECTIONS] });
    if (userId !== undefined) void client.invalidateQueries({ queryKey: [listedUsers.path] });
  };
}

export const contactsKey = (userId: number) => [listedUsers.path, String(userId), 'contacts'];

export async function readContacts(userId: number, signal?: AbortSignal): Promise<Contact[]> {
  const kind = contactsOf(userId);
  const data = dataOf(await call('GET', kind.path, { signal }));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return readRows(kind, data);
}

/** Shows who was contacted in the lists as they stand: nobody's row moves away while others are being written to. */
export function showContact(client: QueryClient, userId: number, { id, by, at, channel }: Contact) {
  client.setQueriesData<Page>(
    { queryKey: [COLLECTIONS, 'pages'] },
    (page) =>
      page && {
        ...page,
        rows: page.rows.map((row) =>
          row.user.id === userId ? { ...row, last_contact: { id, by, at, channel } } : row,
        ),
      },
  );
  void client.invalidateQueries({ queryKey: contactsKey(userId) });
}

export async function sendContact(
  userId: number,
  json: ContactInput,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Contact> {
  const path = `user/${userId}/contact`;
  const { data } = assertSuccess(await call('POST', path, { payload: { json }, headers, signal }));
  const contact = readRow({ path, row: contactRow }, data);
  if (contact === undefined) throw new CallFailure(200, undefined);
  return contact;
}

type Agreement<Input> = {
  what: 'promise' | 'snooze';
  failed: string;
  onDone: (answer: unknown, input: Input | undefined) => void;
};

/** A promise or a day to speak again; `undefined` takes the day away. */
export function useAgreement<Input extends object>({ user }: CollectionRow, { what, ...settings }: Agreement<Input>) {
  const refresh = useRefreshCollections();
  const idempotencyKey = useIdempotencyKey();
  return useWrite({
    ...settings,
    write: async (json: Input | undefined) => {
      const path = `user/${user.id}/${what}`;
      assertSuccess(
        json === undefined
          ? await call('DELETE', path)
          : await call('POST', path, { payload: { json }, headers: idempotencyKey({ path, json }) }),
      );
    },
    refetch: () => refresh(user.id),
  });
}
