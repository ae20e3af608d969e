import type { PriceKind } from '@pulso/contract/billing/prices';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import type { Table } from '#db/stores/rows';
import type { Write } from '#db/writes/write';

type PricedTable = { kind: PriceKind; table: Table; column: string };

/** Tables of items with a price, and the column that every specified answer reads it from. */
export const pricedTables: readonly PricedTable[] = [
  { kind: 'plan', table: 'plans', column: 'amount' },
  { kind: 'package', table: 'packages', column: 'amount' },
  { kind: 'product', table: 'products', column: 'price' },
];

export type NewPrice = { kind: PriceKind; id: number; amount: number };

/** Sets the prices that differ by now; an ordinary change of the rows, which raises their versions. */
export async function setPrices(db: Db, prices: NewPrice[]): Promise<(NewPrice & { before: number })[]> {
  // These prices are versions of the price list already.
  await sql`select set_config('pulso.settling', 'on', true)`.execute(db);
  const changedPrices: (NewPrice & { before: number })[] = [];
  for (const { kind, table, column } of pricedTables) {
    const pricesJson = JSON.stringify(prices.filter((price) => price.kind === kind));
    const { rows } = await sql<NewPrice & { before: number }>`
      update ${sql.table(table)} t set ${sql.ref(column)} = given.amount
      from jsonb_to_recordset(${pricesJson}::jsonb) as given (id integer, amount numeric)
        join ${sql.table(table)} old on old.id = given.id
      where t.id = given.id and ${sql.ref(`t.${column}`)} <> given.amount
      returning ${kind} as kind, t.id, ${sql.ref(`old.${column}`)} as before, given.amount`.execute(db);
    changedPrices.push(...rows);
  }
  return changedPrices;
}

/** A restored item brings its prices, and costs what they say by now: one may have become valid in the meantime. */
export async function restoreWithPrice({ db }: Write, table: Table, id: number, restore: () => Promise<boolean>) {
  const priced = pricedTables.find((one) => one.table === table);
  if (!priced) return restore();
  const { kind } = priced;
  await sql`select set_config('pulso.settling', 'on', true)`.execute(db);
  if (!(await restore())) return false;
  const { rows } = await sql<{ amount: number }>`
    select p.amount from prices p join business b on p.valid_from <= b.price_settled_on
    where p.kind = ${kind} and p.item_id = ${id} and p.user_id is null
    order by p.valid_from desc, p.id desc limit 1`.execute(db);
  await setPrices(
    db,
    rows.map(({ amount }) => ({ kind, id, amount })),
  );
  return true;
}
