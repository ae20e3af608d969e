/** Apart from the schemas of auth.ts, because the panel needs it before it needs them. */
export const SESSION_HOURS = 4;
