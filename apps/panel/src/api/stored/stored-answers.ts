import type { Query, QueryClient } from '@tanstack/react-query';
import { isUnanswered } from '@pulso/web/answers';
import { setServerReached } from '@pulso/web/ui/hooks/use-online';
import { clearViewedData, ANSWER_CACHE_PREFIX } from '#api/device-storage';
import { STORED_AT_HEADER } from '#api/stored/expiry';
import { isTrainer, readToken } from '#api/session';

/**
 * Last seen answers, stored on this device for when there is no network (decision 019): only those that a screen asked
 * for, limited in number and size, for one session and one version of the panel.
 */
const MAX_STORED_ANSWERS = 60;
const MAX_ANSWER_CHARACTERS = 500_000;
/** Wait for the server before a stored answer is shown. */
const SERVER_WAIT_MS = 3_000;
const RETRY_MS = 15_000;

type StoredAnswer = { data: unknown; at: number };

/** Queries that show a stored answer, with the time of that answer. */
const storedAnswerTimes = new WeakMap<Query, number>();

/** Time at which the server sent a query's data. */
export const dataTime = (query: Query) => storedAnswerTimes.get(query) ?? query.state.dataUpdatedAt;

const cacheAddressOf = ({ queryHash }: Query) => `/visto/${encodeURIComponent(queryHash)}`;

async function openSessionCache(): Promise<Cache | undefined> {
  const token = readToken();
  if (token === undefined) return undefined;
  const version = document.querySelector<HTMLScriptElement>('script[src]')?.src;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${token} ${version}`));
  const name =
    ANSWER_CACHE_PREFIX + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const others = (await caches.keys()).filter((other) => other.startsWith(ANSWER_CACHE_PREFIX) && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
  return caches.open(name);
}

async function storeAnswer(query: Query) {
  const { data, dataUpdatedAt } = query.state;
  // Data not cached in memory are not stored either, nor is a picture, which is a text and other people's.
  if (query.options.gcTime === 0 || typeof data !== 'object' || storedAnswerTimes.has(query)) return;
  // Of a trainer nothing about people: somebody who is no longer his client would stay here.
  if (isTrainer() && (query.queryKey.length > 1 || query.queryKey[0] === '/user')) return;
  const text = JSON.stringify(data);
  const cache = text.length > MAX_ANSWER_CHARACTERS ? undefined : await openSessionCache();
  if (!cache) return;
  await cache.put(
    cacheAddressOf(query),
    new Response(text, { headers: { [STORED_AT_HEADER]: String(dataUpdatedAt) } }),
  );
  const oldest = (await cache.keys()).slice(0, -MAX_STORED_ANSWERS);
  await Promise.all(oldest.map((request) => cache.delete(request)));
  // The session ended in the meantime.
  if (readToken() === undefined) await clearViewedData();
}

/** Stores an answer after the screen is drawn. Full or blocked storage is no reason to fail. */
export function storeAnswerSoon(query: Query) {
  setTimeout(() => void storeAnswer(query).catch(() => undefined), 500);
}

async function readStoredAnswer(query: Query): Promise<StoredAnswer | undefined> {
  try {
    const cachedResponse = await (await openSessionCache())?.match(cacheAddressOf(query));
    return (
      cachedResponse && { data: await cachedResponse.json(), at: Number(cachedResponse.headers.get(STORED_AT_HEADER)) }
    );
  } catch {
    return undefined;
  }
}

const lacksAnswer = (query: Query) => storedAnswerTimes.has(query) || isUnanswered(query.state.error);

let retryNow: (() => void) | undefined;
let retryTimer = 0;

/** Refetches every query that the server did not answer: at intervals, and when the connection is back. */
function retryLater(client: QueryClient) {
  if (!retryNow) {
    retryNow = () => void client.refetchQueries({ type: 'active', predicate: lacksAnswer });
    window.addEventListener('online', retryNow);
  }
  clearTimeout(retryTimer);
  retryTimer = window.setTimeout(retryNow, RETRY_MS);
}

/** The server's answer, or else the stored one. Its age is shown by the bar, not here. */
export async function answerOrStored(
  pendingAnswer: Promise<unknown>,
  query: Query,
  client: QueryClient,
): Promise<unknown> {
  const isBlank = () => query.state.data === undefined || storedAnswerTimes.has(query);
  const show = ({ at }: StoredAnswer) => {
    storedAnswerTimes.set(query, at);
    setServerReached(false);
    retryLater(client);
  };
  const showMeanwhile = async () => {
    const storedAnswer = await readStoredAnswer(query);
    if (!storedAnswer || query.state.data !== undefined || query.state.fetchStatus !== 'fetching') return;
    show(storedAnswer);
    query.setData(storedAnswer.data, { updatedAt: storedAnswer.at, manual: true });
  };
  const impatience = setTimeout(() => void showMeanwhile(), SERVER_WAIT_MS);
  try {
    const data = await pendingAnswer;
    storedAnswerTimes.delete(query);
    if (setServerReached(true)) retryNow?.();
    storeAnswerSoon(query);
    return data;
  } catch (error) {
    const storedAnswer = isUnanswered(error) && isBlank() ? await readStoredAnswer(query) : undefined;
    if (!storedAnswer) throw error;
    show(storedAnswer);
    return storedAnswer.data;
  } finally {
    clearTimeout(impatience);
  }
}
