import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Db } from '#db/schema/database';
import { Refusal } from '#db/writes/refusal';
import { inTransaction } from '#db/writes/transaction';
import { toApiError } from '#http/answers/errors';
import { testApp } from '#test/test-app';

const addLevel = async (db: Db, title: string) => {
  const { rows } = await sql<{ id: number }>`insert into levels (title) values (${title}) returning id`.execute(db);
  return rows[0]!.id;
};
const listTitles = async (db: Db) => {
  const { rows } = await sql<{ title: string }>`select title from levels order by id`.execute(db);
  return rows.map(({ title }) => title);
};
const renameLevel = (db: Db, id: number, title: string) =>
  sql`update levels set title = title || ${title} where id = ${id}`.execute(db);

/** A barrier that opens once this many have arrived. */
function openBarrier(people: number) {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= people) waiting.forEach((go) => go());
    });
}

describe('a transaction', () => {
  it('undoes everything when the work is refused', async () => {
    const { db } = await testApp();
    const work = vi.fn(async (transaction: Db) => {
      await addLevel(transaction, 'Nada');
      throw new Refusal('No');
    });
    await expect(inTransaction(db, work)).rejects.toThrow('No');
    expect(work).toHaveBeenCalledTimes(1);
    expect(await listTitles(db)).toEqual([]);
  });

  it('K11 is done again when two wait for each other, so that both come through', async () => {
    const { db } = await testApp();
    const one = await addLevel(db, 'Uno');
    const other = await addLevel(db, 'Otro');
    const both = openBarrier(2);
    let runs = 0;
    const rename = (first: number, second: number, mark: string) =>
      inTransaction(db, async (transaction) => {
        runs += 1;
        await renameLevel(transaction, first, mark);
        await both();
        await renameLevel(transaction, second, mark);
      });
    await Promise.all([rename(one, other, 'a'), rename(other, one, 'b')]);
    expect(runs).toBe(3);
    const [first = '', second = ''] = await listTitles(db);
    expect([first.slice(-2), second.slice(-2)].map((marks) => [...marks].sort().join(''))).toEqual(['ab', 'ab']);
  });

  it('K11 F9 gives up after a few times, and that reads as a conflict', async () => {
    const { db } = await testApp();
    const work = vi.fn(async (transaction: Db) => {
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(transaction);
    });
    const failure: unknown = await inTransaction(db, work).catch((error: unknown) => error);
    expect(work).toHaveBeenCalledTimes(4);
    expect(toApiError(failure)).toMatchObject({
      status: 409,
      message: 'Otra persona está cambiando lo mismo. Por favor, intenta de nuevo.',
    });
  });
});
