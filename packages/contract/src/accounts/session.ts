/** Not in auth.ts, because the panel's first screens load no schemas. */
export const SESSION_HOURS = 4;
/** A session that a person wants kept on a device ends so many days after its last use; its tokens end as any other. */
export const KEPT_SESSION_DAYS = 30;
/** However often it is used, it ends so many days after its login. */
export const KEPT_SESSION_MAX_DAYS = 90;
/** A client's session in the app ends so many days after its last use. */
export const DEVICE_SESSION_DAYS = 90;
/** Beyond so many devices of one person the one unused for longest is left out. */
export const MAX_DEVICE_SESSIONS = 10;
