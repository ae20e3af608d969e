import {
  clientWorkout,
  clientWorkoutRow,
  type AnswerInput,
  type ClientWorkout,
  type ClientWorkoutRow,
} from '@pulso/contract/coaching/workouts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { userListResource } from '#features/accounts/users/users-calls';

/** Few at first: what is to be answered stands below. */
const SESSIONS_PAGE = 10;
const MAX_NOTES = 100;

// Whole answers are read: the reader takes a row's own id for a number.
const sessionsBody = z.object({ data: z.array(clientWorkoutRow) });
const sessionBody = z.object({ data: clientWorkout });

const rowsPath = (userId: number) => `user/${userId}/workouts`;
const workoutPath = (id: string) => `workout/${id}`;
/** Under the client's own key, which is read again with everything else of his. */
const keyOf = (userId: number, ...rest: unknown[]) => [
  userListResource.path,
  String(userId),
  rowsPath(userId),
  ...rest,
];

async function readSessions(userId: number, query: Record<string, string>, signal: AbortSignal) {
  const path = rowsPath(userId);
  const answer = await call('GET', `${path}?${new URLSearchParams(query).toString()}`, { signal });
  const body = readRow({ path, row: sessionsBody }, assertSuccess(answer));
  if (!body) throw new CallFailure(200, undefined);
  return body.data.filter(({ id }) => id !== '');
}

/** A client's sessions, the newest first, a page at a time. */
export function useSessions(userId: number) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: keyOf(userId, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      readSessions(userId, { limit: String(SESSIONS_PAGE), ...(pageParam && { before: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < SESSIONS_PAGE ? undefined : page.at(-1)?.id),
  });
  return {
    data: data?.pages.flat(),
    error,
    isPending,
    refetch,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  };
}

/** Those with a note that nobody answered. */
export const useOpenNotes = (userId: number) =>
  useQuery({
    queryKey: keyOf(userId, 'notes'),
    queryFn: ({ signal }) => readSessions(userId, { note: 'open', limit: String(MAX_NOTES) }, signal),
  });

export async function readSession(id: string, signal?: AbortSignal): Promise<ClientWorkout> {
  const path = workoutPath(id);
  const body = readRow({ path, row: sessionBody }, assertSuccess(await call('GET', path, { signal })));
  if (!body) throw new CallFailure(200, undefined);
  return body.data;
}

/** A session with its document. Another version of it is another answer. */
export const useSession = (userId: number, { id, version }: Pick<ClientWorkoutRow, 'id' | 'version'>) =>
  useQuery({
    queryKey: keyOf(userId, id, version),
    queryFn: ({ signal }) => readSession(id, signal),
  });

type Options = { headers: Record<string, string>; signal?: AbortSignal };

/** Tells the server that a note is answered. */
export async function sendAnswer(id: string, json: AnswerInput, { headers, signal }: Options): Promise<void> {
  assertSuccess(await call('POST', `${workoutPath(id)}/answer`, { payload: { json }, headers, signal }));
}

/** A client's sessions and notes, and who has any open. */
export function useRefreshSessions() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [userListResource.path] });
}
