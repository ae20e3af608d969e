/** Days in which what is deleted can be restored. */
export const KEPT_DAYS = 30;
