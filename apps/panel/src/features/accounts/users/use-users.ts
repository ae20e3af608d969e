import { serverOffers } from '#api/session';
import type { UserListRow } from '@pulso/contract/accounts/users';
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type * as Finder from '#features/accounts/users/find-users.rules';
import { refetch, userCacheKeys } from '#api/stale-caches';
import { useRemove } from '#api/resources';
import { userListResource, readUsers, type UsersAnswer } from '#features/accounts/users/users-calls';
import { toUsersQuery, type UsersView } from '#features/accounts/users/users.rules';
import { useDebounced } from '#ui/hooks/use-debounced';

export const PAGE_SIZE = 50;
const TYPING_PAUSE_MS = 200;
const MINUTE_MS = 60_000;

const allUsersKey = [userListResource.path] as const;
const pagesKey = [userListResource.path, 'pages'] as const;

/** Finds users among all, and comes with them: most servers find them themselves. */
let finder: typeof Finder | undefined;

type Page = UsersAnswer & { total: number };

const parsePageNumber = (text: string) => Math.max(1, Math.trunc(Number(text)) || 1);
export const lastPage = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

/**
 * The whole list, of a server that sends no pages. The first answer without a total fills it; only then is it ever
 * refetched, and not for a key or a filter.
 */
function useAllUsers() {
  return useQuery({
    queryKey: allUsersKey,
    queryFn: async ({ signal }) => (await readUsers(undefined, signal)).rows,
    enabled: (query) => query.state.data !== undefined,
    staleTime: 5 * MINUTE_MS,
    refetchOnWindowFocus: false,
  });
}

function useUsersPage(view: UsersView, enabled: boolean) {
  const client = useQueryClient();
  const settledSearch = useDebounced(view.buscar, TYPING_PAUSE_MS);
  // Debounces the search; filters and pages are requested at once.
  const typing = view.buscar !== '' && view.buscar !== settledSearch;
  const [settledView, setSettledView] = useState(view);
  if (!typing && settledView !== view) setSettledView(view);
  const pageQuery = { ...toUsersQuery(settledView), page: parsePageNumber(settledView.pagina), limit: PAGE_SIZE };
  return useQuery({
    queryKey: [...pagesKey, pageQuery],
    queryFn: async ({ signal }): Promise<Page | 'everybody'> => {
      const { total, ...answer } = await readUsers(pageQuery, signal);
      if (total !== undefined) return { ...answer, total };
      finder ??= await import('#features/accounts/users/find-users.rules');
      client.setQueryData(allUsersKey, answer.rows);
      return 'everybody';
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The users that the view wants to see: found by the server where it answers in pages, by the panel where it does not. */
export function useUsers(view: UsersView, today: string) {
  const everybody = useAllUsers();
  const page = useUsersPage(view, everybody.data === undefined);

  const deferredView = useDeferredValue(view);
  const people = useMemo(() => everybody.data && finder?.toSearchableUsers(everybody.data), [everybody.data]);
  const { sort, order } = toUsersQuery(deferredView);
  const ordered = useMemo(() => people && finder?.sortUsers(people, { sort, order }), [people, sort, order]);
  const found = useMemo(
    () => ordered && finder?.findUsers(ordered, toUsersQuery(deferredView), today),
    [ordered, deferredView, today],
  );

  // A page that fails to load leaves the last one on the screen.
  const [lastPageShown, setLastPageShown] = useState<Page>();
  const freshPage = page.data === 'everybody' ? undefined : page.data;
  if (freshPage && freshPage !== lastPageShown) setLastPageShown(freshPage);

  if (found) {
    const { users: foundUsers, similar } = found;
    const current = Math.min(parsePageNumber(deferredView.pagina), lastPage(foundUsers.length));
    const rows = foundUsers.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE);
    const { error, refetch } = everybody;
    return {
      rows,
      total: foundUsers.length,
      more: false,
      similar,
      gone: false,
      current,
      isOld: false,
      error,
      isPending: false,
      refetch,
      findsExpiring: true,
    };
  }
  const shownPage = freshPage ?? lastPageShown;
  return {
    rows: shownPage?.rows,
    total: shownPage?.total,
    more: shownPage?.more ?? false,
    similar: shownPage?.similar ?? false,
    gone: shownPage?.gone ?? false,
    current: parsePageNumber(view.pagina),
    isOld: page.isPlaceholderData || (page.error !== null && shownPage !== undefined),
    error: page.error,
    isPending: shownPage === undefined && page.error === null,
    refetch: page.refetch,
    /** False hides the filter for expiring subscriptions: pages are filtered by the server. */
    findsExpiring: serverOffers('expiring-users'),
  };
}

type RowsEdit = (rows: UserListRow[]) => UserListRow[];

/** Edits the cached pages at once, then refetches them, because later rows move up, and what other areas show of users. */
async function editPages(client: QueryClient, edit: RowsEdit) {
  await client.cancelQueries({ queryKey: pagesKey });
  client.setQueriesData<Page | 'everybody'>({ queryKey: pagesKey }, (page) => {
    if (!page || page === 'everybody') return page;
    const rows = edit(page.rows);
    return { ...page, rows, total: page.total - (page.rows.length - rows.length) };
  });
  void client.invalidateQueries({ queryKey: pagesKey });
  refetch(client, userCacheKeys);
}

/** Edits everything cached about users at once, then refetches it. */
export async function editUsers(client: QueryClient, edit: RowsEdit) {
  await client.cancelQueries({ queryKey: allUsersKey, exact: true });
  client.setQueryData<UserListRow[]>(allUsersKey, (rows) => rows && edit(rows));
  await editPages(client, edit);
  void client.invalidateQueries({ queryKey: allUsersKey });
}

export function useRemoveUser(onError: (error: Error) => void) {
  const client = useQueryClient();
  return useRemove(userListResource, onError, {
    onRemoved: (id) => editPages(client, (rows) => rows.filter((row) => row.id !== id)),
    onRestored: () => refetch(client, userCacheKeys),
  });
}
