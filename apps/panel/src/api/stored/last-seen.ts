import type { Query, QueryClient } from '@tanstack/react-query';
import { isUnanswered } from '#api/client';
import { forgetSeen, SEEN } from '#api/device';
import { KEPT_AT } from '#api/stored/old';
import { readToken } from '#api/session';
import { setReached } from '#ui/hooks/use-online';

/**
 * Last seen answers, stored on this device for when there is no network (decision 019): only those that a screen asked
 * for, limited in number and size, for one session and one version of the panel.
 */
const MAX_KEPT = 60;
const MAX_CHARACTERS = 500_000;
/** Wait for the server before a stored answer is shown. */
const PATIENCE_MS = 3_000;
const RETRY_MS = 15_000;

type Seen = { data: unknown; at: number };

/** Queries that show a stored answer, with the time of that answer. */
const recalled = new WeakMap<Query, number>();

/** Time at which the server sent a query's data. */
export const dataTime = (query: Query) => recalled.get(query) ?? query.state.dataUpdatedAt;

const addressOf = ({ queryHash }: Query) => `/visto/${encodeURIComponent(queryHash)}`;

async function ownCache(): Promise<Cache | undefined> {
  const token = readToken();
  if (token === undefined) return undefined;
  const version = document.querySelector<HTMLScriptElement>('script[src]')?.src;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${token} ${version}`));
  const name = SEEN + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const others = (await caches.keys()).filter((other) => other.startsWith(SEEN) && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
  return caches.open(name);
}

async function store(query: Query) {
  const { data, dataUpdatedAt } = query.state;
  // Data not cached in memory are not stored either, nor is a picture, which is a text and other people's.
  if (query.options.gcTime === 0 || typeof data !== 'object' || recalled.has(query)) return;
  const text = JSON.stringify(data);
  const cache = text.length > MAX_CHARACTERS ? undefined : await ownCache();
  if (!cache) return;
  await cache.put(addressOf(query), new Response(text, { headers: { [KEPT_AT]: String(dataUpdatedAt) } }));
  const oldest = (await cache.keys()).slice(0, -MAX_KEPT);
  await Promise.all(oldest.map((request) => cache.delete(request)));
  // The session ended in the meantime.
  if (readToken() === undefined) await forgetSeen();
}

/** Stores an answer after the screen is drawn. Full or blocked storage is no reason to fail. */
export function saveSoon(query: Query) {
  setTimeout(() => void store(query).catch(() => undefined), 500);
}

async function recall(query: Query): Promise<Seen | undefined> {
  try {
    const kept = await (await ownCache())?.match(addressOf(query));
    return kept && { data: await kept.json(), at: Number(kept.headers.get(KEPT_AT)) };
  } catch {
    return undefined;
  }
}

const isWithoutAnswer = (query: Query) => recalled.has(query) || isUnanswered(query.state.error);

let retry: (() => void) | undefined;
let timer = 0;

/** Refetches every query that the server did not answer: at intervals, and when the connection is back. */
function retryLater(client: QueryClient) {
  if (!retry) {
    retry = () => void client.refetchQueries({ type: 'active', predicate: isWithoutAnswer });
    window.addEventListener('online', retry);
  }
  clearTimeout(timer);
  timer = window.setTimeout(retry, RETRY_MS);
}

/** The server's answer, or else the stored one. Its age is shown by the bar, not here. */
export async function answerOrSeen(coming: Promise<unknown>, query: Query, client: QueryClient): Promise<unknown> {
  const isBlank = () => query.state.data === undefined || recalled.has(query);
  const show = ({ at }: Seen) => {
    recalled.set(query, at);
    setReached(false);
    retryLater(client);
  };
  const showMeanwhile = async () => {
    const kept = await recall(query);
    if (!kept || query.state.data !== undefined || query.state.fetchStatus !== 'fetching') return;
    show(kept);
    query.setData(kept.data, { updatedAt: kept.at, manual: true });
  };
  const impatience = setTimeout(() => void showMeanwhile(), PATIENCE_MS);
  try {
    const data = await coming;
    recalled.delete(query);
    if (setReached(true)) retry?.();
    saveSoon(query);
    return data;
  } catch (error) {
    const kept = isUnanswered(error) && isBlank() ? await recall(query) : undefined;
    if (!kept) throw error;
    show(kept);
    return kept.data;
  } finally {
    clearTimeout(impatience);
  }
}
