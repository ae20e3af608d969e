import type * as z from 'zod/mini';

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
