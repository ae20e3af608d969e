/** Not in auth.ts, because the panel's first screens load no schemas. */
export const SESSION_HOURS = 4;
