import { serverOffers } from '#api/session';

/** True if this server makes backups; one with the two documents alone is never asked. */
export const makesBackups = () => serverOffers('backups');
