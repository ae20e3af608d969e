import { serverOffers } from '#api/session';

/** Whether the server itself finds those whose subscription is about to end. */
export const findsExpiring = () => serverOffers('expiring-users');
