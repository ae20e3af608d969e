import { sql, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { precompile } from '#db/stores/precompile';

/** The contract's fields of a row as columns, without those that come from joins. */
export function columnsOf<Alias extends string, Row extends z.ZodMiniObject, Joined extends keyof z.infer<Row> = never>(
  alias: Alias,
  row: Row,
  joined: readonly Joined[] = [],
) {
  type Column = `${Alias}.${Exclude<Extract<keyof z.infer<Row>, string>, Joined>}`;
  const others: readonly PropertyKey[] = joined;
  return Object.keys(row.shape)
    .filter((name) => !others.includes(name))
    .map((name) => `${alias}.${name}` as Column);
}

type Expressions<Row extends z.ZodMiniObject> = Partial<Record<keyof z.infer<Row>, RawBuilder<unknown>>>;

/**
 * The contract's fields for a query whose rows become JSON in the database: each is the column of its name, or the
 * expression given for it. Moments are written as the driver would write them.
 */
export function fieldsOf<Row extends z.ZodMiniObject>(alias: string, row: Row, expressions: Expressions<Row> = {}) {
  const expressionByName: Record<string, RawBuilder<unknown> | undefined> = {
    ...('created_at' in row.shape && { created_at: sql`iso(${sql.ref(`${alias}.created_at`)})` }),
    ...expressions,
  };
  const fields = Object.keys(row.shape).map((name) =>
    expressionByName[name] ? sql`${expressionByName[name]} as ${sql.id(name)}` : sql.ref(`${alias}.${name}`),
  );
  return precompile(sql`${sql.join(fields)}`);
}
