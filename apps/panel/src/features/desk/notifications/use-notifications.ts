import { audience, sentNotificationRow } from '@pulso/contract/desk/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, CallFailure, dataOf } from '#api/client';
import { readRow, readRows } from '#api/reader';
import { serverOffers } from '#api/session';

const NOTIFICATIONS = 'notifications';
const sent = { path: NOTIFICATIONS, row: sentNotificationRow };
const listeners = { path: `${NOTIFICATIONS}/audience`, row: audience };
const MAX_SHOWN = 20;
const POLL_MS = 1_500;

/** True if this server tells the result of a notification; one with the two documents alone is never asked. */
export const tellsHistory = () => serverOffers('notifications');

/** The latest ones, polled while one is being sent. */
export function useSentNotifications() {
  return useQuery({
    queryKey: [NOTIFICATIONS],
    queryFn: async ({ signal }) => {
      const data = dataOf(await call('GET', `${NOTIFICATIONS}?page=1&limit=${MAX_SHOWN}`, { signal }));
      if (!Array.isArray(data)) throw new CallFailure(200, undefined);
      return readRows(sent, data);
    },
    refetchInterval: ({ state }) => (state.data?.some(({ pending }) => pending > 0) ? POLL_MS : false),
  });
}

export function useAudience() {
  return useQuery({
    queryKey: [NOTIFICATIONS, 'audience'],
    queryFn: async ({ signal }) => {
      const found = readRow(listeners, dataOf(await call('GET', listeners.path, { signal })));
      if (found === undefined) throw new CallFailure(200, undefined);
      return found;
    },
  });
}

export function useRenewNotifications() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [NOTIFICATIONS] });
}
