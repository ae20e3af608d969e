import type { PriceKind } from '@pulso/contract/billing/prices';
import { addDays, type DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { recordEvent } from '#db/writes/events';
import { setPrices, type NewPrice } from '#features/billing/prices/priced-tables.queries';
import { writeAsSystem } from '#db/writes/write';
import { readSettledDay, storeSettledDay } from '#features/billing/business/settled-day.queries';
import { lockPrices } from '#features/billing/prices/prices.queries';

/** Today, or the day after if a node whose clock is ahead has begun it. */
export async function readCurrentDay(db: Db, today: DateText): Promise<DateText> {
  const next = addDays(today, 1);
  return (await readSettledDay(db)) === next ? next : today;
}

type DuePrice = NewPrice & { rise_id: number | null };

/**
 * Copies the versions that came due since the last time into the catalogues. That day counts again, because a price may
 * have been announced for it after a node whose clock is ahead had settled it; and all days count after a clock that was
 * far ahead. The caller holds the lock.
 */
export async function copyDuePrices(db: Db, today: DateText) {
  const settledDay = await readSettledDay(db);
  const since = settledDay !== null && settledDay <= today ? settledDay : null;
  const { rows: due } = await sql<DuePrice>`
    select distinct on (kind, item_id) kind, item_id as id, amount, rise_id from prices
    where user_id is null and valid_from >= coalesce(${since}::date, '-infinity') and valid_from <= ${today}::date
    order by kind, item_id, valid_from desc, prices.id desc`.execute(db);
  const changed = due.length > 0 ? await setPrices(db, due) : [];
  await storeSettledDay(db, today);
  const riseOf = ({ kind, id }: { kind: PriceKind; id: number }) =>
    due.find((one) => one.kind === kind && one.id === id)?.rise_id ?? null;
  return changed.map((price) => ({ ...price, rise_id: riseOf(price) }));
}

/** Puts the prices of a new day into effect, once however many nodes meet it. */
export async function settlePrices(db: Db, today: DateText): Promise<void> {
  await writeAsSystem(db, { name: 'prices', today }, async (writing) => {
    await lockPrices(writing.db);
    const changed = await copyDuePrices(writing.db, await readCurrentDay(writing.db, today));
    for (const rise of new Set(changed.map(({ rise_id }) => rise_id))) {
      const rows = changed
        .filter(({ rise_id }) => rise_id === rise)
        .map(({ kind, id, before, amount }) => ({ kind, id, before, after: amount }));
      const event = { entity: 'price-rise', entityId: rise, action: 'apply', data: { rows } } as const;
      await recordEvent(writing, event);
    }
  });
}
