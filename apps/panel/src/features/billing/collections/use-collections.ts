import { contactRow, type CollectionRow, type Contact, type ContactInput } from '@pulso/contract/billing/collections';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { assertSuccess, CallFailure, dataOf } from '@pulso/web/answers';
import { COLLECTIONS_PATH } from '#features/billing/collections/summary/use-summary';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow, readRows } from '#api/reader';
import { readCollection, type CollectionQuery } from '#features/billing/collections/read-collection';
import { userListResource } from '#features/accounts/users/users-calls';
import { useWrite } from '#forms/use-write';

export const PAGE_SIZE = 50;
const REFRESH_MS = 30_000;

const contactsResource = (userId: number) => ({ path: `user/${userId}/contacts`, row: contactRow });

type Page = Awaited<ReturnType<typeof readCollection>>;

const pageKey = (pageQuery: CollectionQuery) => [COLLECTIONS_PATH, 'pages', pageQuery] as const;

/** Kept fresh while it is looked at. What was there stays while another page of the same list is on its way, or fails. */
export function useCollection(pageQuery: CollectionQuery) {
  return useQuery({
    queryKey: pageKey(pageQuery),
    queryFn: ({ signal }) => readCollection(pageQuery, PAGE_SIZE, signal),
    placeholderData: (last: Page | undefined, query) => {
      const [, , before] = (query?.queryKey ?? []) as readonly [unknown?, unknown?, CollectionQuery?];
      return before?.list === pageQuery.list ? last : undefined;
    },
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
}

/** Everything known of the lists is asked again, and of this user. */
export function useRefreshCollections() {
  const client = useQueryClient();
  return (userId?: number) => {
    void client.invalidateQueries({ queryKey: [COLLECTIONS_PATH] });
    if (userId !== undefined) void client.invalidateQueries({ queryKey: [userListResource.path] });
  };
}

export const contactsKey = (userId: number) => [userListResource.path, String(userId), 'contacts'];

export async function readContacts(userId: number, signal?: AbortSignal): Promise<Contact[]> {
  const kind = contactsResource(userId);
  const data = dataOf(await call('GET', kind.path, { signal }));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return readRows(kind, data);
}

/** Contacts with a client, the last one first. */
export const useContacts = (userId: number) =>
  useQuery({ queryKey: contactsKey(userId), queryFn: ({ signal }) => readContacts(userId, signal) });

/** Shows who was contacted in the lists as they stand: nobody's row moves away while others are being written to. */
export function showContactInLists(client: QueryClient, userId: number, { id, by, at, channel }: Contact) {
  client.setQueriesData<Page>(
    { queryKey: [COLLECTIONS_PATH, 'pages'] },
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

type AgreementOptions<Input> = {
  what: 'promise' | 'snooze';
  failed: string;
  onDone: (answer: unknown, input: Input | undefined) => void;
};

/** A promise or a day to speak again; `undefined` takes the day away. */
export function useAgreementWrite<Input extends object>(
  { user }: CollectionRow,
  { what, ...settings }: AgreementOptions<Input>,
) {
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
