import { sql, type RawBuilder } from 'kysely';

/** The rows of a query as one JSON array. */
export function jsonArrayOf(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`;
}
