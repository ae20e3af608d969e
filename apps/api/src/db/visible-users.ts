import { sql } from 'kysely';

/** Of a query over `users u`: deleted users stay in the table for what they paid, and are in no answer. */
export const visibleUsers = sql<boolean>`u.deleted_at is null`;
