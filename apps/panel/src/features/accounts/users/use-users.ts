import { serverOffers } from '#api/session';
import type { UserListRow } from '@pulso/contract/accounts/users';
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { refetch, userCaches } from '#api/stale-caches';
import { useRemove } from '#api/resources';
import { listedUsers, readUsers } from '#features/accounts/users/users-calls';
import { findUsers, queryOf, searchable, sortUsers, type UsersView } from '#features/accounts/users/users.rules';
import { useDebounced } from '#ui/hooks/use-debounced';

export const PAGE_SIZE = 50;
const TYPING_PAUSE_MS = 200;
const MINUTE_MS = 60_000;

const everybodyKey = [listedUsers.path] as const;
const pagesKey = [listedUsers.path, 'pages'] as const;

type Page = { rows: UserListRow[]; total: number; more: boolean };

const pageNumber = (text: string) => Math.max(1, Math.trunc(Number(text)) || 1);
export const lastPage = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

/**
 * The whole list, of a server that sends no pages. The first answer without a total fills it; only then is it ever
 * refetched, and not for a key or a filter.
 */
function useEverybody() {
  return useQuery({
    queryKey: everybodyKey,
    queryFn: async ({ signal }) => (await readUsers(undefined, signal)).rows,
    enabled: (query) => query.state.data !== undefined,
    staleTime: 5 * MINUTE_MS,
    refetchOnWindowFocus: false,
  });
}

function usePage(view: UsersView, enabled: boolean) {
  const client = useQueryClient();
  const rested = useDebounced(view.buscar, TYPING_PAUSE_MS);
  // Debounces the search; filters and pages are requested at once.
  const typing = view.buscar !== '' && view.buscar !== rested;
  const [wanted, setWanted] = useState(view);
  if (!typing && wanted !== view) setWanted(view);
  const asked = { ...queryOf(wanted), page: pageNumber(wanted.pagina), limit: PAGE_SIZE };
  return useQuery({
    queryKey: [...pagesKey, asked],
    queryFn: async ({ signal }): Promise<Page | 'everybody'> => {
      const { rows, total, more } = await readUsers(asked, signal);
      if (total !== undefined) return { rows, total, more };
      client.setQueryData(everybodyKey, rows);
      return 'everybody';
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The users that the view wants to see: found by the server where it answers in pages, by the panel where it does not. */
export function useUsers(view: UsersView, today: string) {
  const everybody = useEverybody();
  const page = usePage(view, everybody.data === undefined);

  const shown = useDeferredValue(view);
  const people = useMemo(() => everybody.data && searchable(everybody.data), [everybody.data]);
  const { sort, order } = queryOf(shown);
  const ordered = useMemo(() => people && sortUsers(people, { sort, order }), [people, sort, order]);
  const found = useMemo(() => ordered && findUsers(ordered, queryOf(shown), today), [ordered, shown, today]);

  // A page that fails to load leaves the last one on the screen.
  const [last, setLast] = useState<Page>();
  const come = page.data === 'everybody' ? undefined : page.data;
  if (come && come !== last) setLast(come);

  if (found) {
    const current = Math.min(pageNumber(shown.pagina), lastPage(found.length));
    const rows = found.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE);
    const { error, refetch } = everybody;
    return {
      rows,
      total: found.length,
      more: false,
      current,
      isOld: false,
      error,
      isPending: false,
      refetch,
      findsExpiring: true,
    };
  }
  const kept = come ?? last;
  return {
    rows: kept?.rows,
    total: kept?.total,
    more: kept?.more ?? false,
    current: pageNumber(view.pagina),
    isOld: page.isPlaceholderData || (page.error !== null && kept !== undefined),
    error: page.error,
    isPending: kept === undefined && page.error === null,
    refetch: page.refetch,
    /** False hides the filter for expiring subscriptions: pages are filtered by the server. */
    findsExpiring: serverOffers('expiring-users'),
  };
}

type Edit = (rows: UserListRow[]) => UserListRow[];

/** Edits the cached pages at once, then refetches them, because later rows move up, and what other areas show of users. */
async function editPages(client: QueryClient, edit: Edit) {
  await client.cancelQueries({ queryKey: pagesKey });
  client.setQueriesData<Page | 'everybody'>({ queryKey: pagesKey }, (page) => {
    if (!page || page === 'everybody') return page;
    const rows = edit(page.rows);
    return { ...page, rows, total: page.total - (page.rows.length - rows.length) };
  });
  void client.invalidateQueries({ queryKey: pagesKey });
  refetch(client, userCaches);
}

/** Edits everything cached about users at once, then refetches it. */
export async function editUsers(client: QueryClient, edit: Edit) {
  await client.cancelQueries({ queryKey: everybodyKey, exact: true });
  client.setQueryData<UserListRow[]>(everybodyKey, (rows) => rows && edit(rows));
  await editPages(client, edit);
  void client.invalidateQueries({ queryKey: everybodyKey });
}

export function useRemoveUser(onError: (error: Error) => void) {
  const client = useQueryClient();
  return useRemove(listedUsers, onError, {
    onRemoved: (id) => editPages(client, (rows) => rows.filter((row) => row.id !== id)),
    onRestored: () => refetch(client, userCaches),
  });
}
