import type { Address } from '@pulso/web/navigation/address';

/** The only addresses that the login, which is shown before the panel loads, needs. */
export const entryAddresses = { login: '/login' as Address, home: '/home' as Address };
