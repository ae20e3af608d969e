import { audience, sentNotificationRow } from '@pulso/contract/desk/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow, readRows } from '#api/reader';
import { serverOffers } from '#api/session';

const NOTIFICATIONS_PATH = 'notifications';
const sentResource = { path: NOTIFICATIONS_PATH, row: sentNotificationRow };
const audienceResource = { path: `${NOTIFICATIONS_PATH}/audience`, row: audience };
const MAX_SHOWN_NOTIFICATIONS = 20;
const POLL_MS = 1_500;

/** True if this server tells the result of a notification; one with the two documents alone is never asked. */
export const hasNotificationHistory = () => serverOffers('notifications');

/** The latest ones, polled while one is being sent. */
export function useSentNotifications() {
  return useQuery({
    queryKey: [NOTIFICATIONS_PATH],
    queryFn: async ({ signal }) => {
      const data = dataOf(
        await call('GET', `${NOTIFICATIONS_PATH}?page=1&limit=${MAX_SHOWN_NOTIFICATIONS}`, { signal }),
      );
      if (!Array.isArray(data)) throw new CallFailure(200, undefined);
      return readRows(sentResource, data);
    },
    refetchInterval: ({ state }) => (state.data?.some(({ pending }) => pending > 0) ? POLL_MS : false),
  });
}

export function useAudience() {
  return useQuery({
    queryKey: [NOTIFICATIONS_PATH, 'audience'],
    queryFn: async ({ signal }) => {
      const audienceAnswer = readRow(audienceResource, dataOf(await call('GET', audienceResource.path, { signal })));
      if (audienceAnswer === undefined) throw new CallFailure(200, undefined);
      return audienceAnswer;
    },
  });
}

export function useRefreshNotifications() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [NOTIFICATIONS_PATH] });
}
