import { serverOffers } from '#api/session';

/** True if the server can filter by subscriptions that are about to end. */
export const findsExpiring = () => serverOffers('expiring-users');
