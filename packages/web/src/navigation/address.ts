declare const addressBrand: unique symbol;
/** An address of the app. Links accept no other type, so that a link to a place that does not exist does not compile. */
export type Address = string & { [addressBrand]: true };
