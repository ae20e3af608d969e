import type { DateText } from '@pulso/contract/kit/dates';
import type { Requester } from '#db/writes/write';

/** An administrator who asks on a day, for queries without a request. */
export const requesterOn = (today: DateText): Requester => ({ id: 1, permission: 'users', today });
