import type { DateText } from '@pulso/contract/kit/dates';
import type { Asker } from '#db/writes/write';

/** An administrator who asks on a day, for queries without a request. */
export const askerOn = (today: DateText): Asker => ({ id: 1, permission: 'users', today });
