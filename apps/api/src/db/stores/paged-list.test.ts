import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPageAnchors, type PagedList } from '#db/stores/paged-list';
import { testApp } from '#test/test-app';

it('P30 a deep page begins at an anchor of its own list, and near the end is counted from there', async () => {
  const { db } = await testApp();
  let time = Date.now();
  const findStart = openPageAnchors(db, () => new Date(time));
  const numbers = (name: string, step: number): PagedList => ({
    from: sql`from generate_series(${step}::int, 20000, ${step}::int) u (id)`,
    conditions: [],
    id: sql`u.id`,
    orderBy: sql`u.id`,
    deep: { name, key: sql`u.id`, isDescending: false, reversed: sql`u.id desc` },
  });
  const every = numbers('every', 1);
  await expect.poll(() => findStart(every, 10_000)).toMatchObject({ skip: 0, after: expect.anything() });
  expect(findStart(every, 10_500)).toMatchObject({ skip: 500, after: expect.anything() });
  expect(findStart(every, 19_990)).toBe('near the end');
  expect(findStart(numbers('even', 2), 10_000)).toEqual({ skip: 10_000 });
  expect(findStart(every, 1_050)).toEqual({ skip: 1_050 });
  // Anchors that are too old are not used, and made again.
  time += 61_000;
  expect(findStart(every, 10_000)).toEqual({ skip: 10_000 });
  await expect.poll(() => findStart(every, 10_000)).toMatchObject({ skip: 0, after: expect.anything() });
  expect(findStart({ ...every, deep: undefined }, 10_000)).toEqual({ skip: 10_000 });
});
