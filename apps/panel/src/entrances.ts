declare const addressBrand: unique symbol;
/**
 * An address of the panel. Links accept no other type, so that a link to a place that does not exist does not compile.
 */
export type Address = string & { [addressBrand]: true };

/** The only addresses that the login, which is shown before the panel loads, needs. */
export const entryAddresses = { login: '/login' as Address, home: '/home' as Address };
