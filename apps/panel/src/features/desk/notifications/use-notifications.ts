import type { Whom } from '@pulso/contract/accounts/whom';
import {
  audience,
  sentNotificationRow,
  type NotificationsQuery,
  type SentNotification,
} from '@pulso/contract/desk/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow, readRows } from '#api/reader';
import { serverOffers } from '#api/session';

const NOTIFICATIONS_PATH = 'notifications';
export type NotificationList = NonNullable<NotificationsQuery['list']>;
const sentResource = { path: NOTIFICATIONS_PATH, row: sentNotificationRow };
const audienceResource = { path: `${NOTIFICATIONS_PATH}/audience`, row: audience };
const MAX_SHOWN_NOTIFICATIONS = 20;
const MAX_SHOWN_SCHEDULED = 100;
const POLL_MS = 1_500;

/** True if this server tells the result of a notification; one with the two documents alone is never asked. */
export const hasNotificationHistory = () => serverOffers('notifications');

const isUnderWay = ({ pending, group }: SentNotification) => pending > 0 || group?.state === 'asking';

/** The latest ones to everybody, or of another list; polled while one is being sent. */
export function useSentNotifications(list?: NotificationList) {
  return useQuery({
    queryKey: [NOTIFICATIONS_PATH, list ?? 'all'],
    queryFn: async ({ signal }) => {
      const limit = list === 'scheduled' ? MAX_SHOWN_SCHEDULED : MAX_SHOWN_NOTIFICATIONS;
      const query = `page=1&limit=${limit}${list ? `&list=${list}` : ''}`;
      const data = dataOf(await call('GET', `${NOTIFICATIONS_PATH}?${query}`, { signal }));
      if (!Array.isArray(data)) throw new CallFailure(200, undefined);
      return readRows(sentResource, data);
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });
}

/** Whom one would reach: everybody, or a group. */
export function useAudience(whom?: Whom, { enabled = true } = {}) {
  return useQuery({
    queryKey: [NOTIFICATIONS_PATH, 'audience', whom],
    enabled,
    queryFn: async ({ signal }) => {
      const query = whom ? `?whom=${encodeURIComponent(JSON.stringify(whom))}` : '';
      const audienceAnswer = readRow(
        audienceResource,
        dataOf(await call('GET', `${audienceResource.path}${query}`, { signal })),
      );
      if (audienceAnswer === undefined) throw new CallFailure(200, undefined);
      return audienceAnswer;
    },
  });
}

export function useRefreshNotifications() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [NOTIFICATIONS_PATH] });
}
