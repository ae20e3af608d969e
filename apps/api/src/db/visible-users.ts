import { sql } from 'kysely';

/** For queries over `users u`: deleted users stay in the table because of their payments. */
export const visibleUsers = sql<boolean>`u.deleted_at is null`;
