declare const isAddress: unique symbol;
/** An address of the panel. Links take nothing else, so that one to a place that does not exist does not compile. */
export type Address = string & { [isAddress]: true };

/** All that the login, which is there before the panel, needs to know of the addresses. */
export const entrances = { login: '/login' as Address, home: '/home' as Address };
