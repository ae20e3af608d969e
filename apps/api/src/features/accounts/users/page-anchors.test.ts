import type { UserListQuery } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPageAnchors } from '#features/accounts/users/page-anchors';
import { askerOn } from '#test/asker';
import { testApp } from '#test/test-app';

it('P30 the anchors of a deep page are those of its own filters, also of one that nobody has listed here', async () => {
  const { db } = await testApp();
  const findStart = openPageAnchors(db, () => new Date());
  const list = (source: string) => ({
    ...{ key: sql`u.id`, order: 'asc' as const, inOrder: sql`u.id` },
    source: sql.raw(`from ${source} u (id)`),
  });
  const named = (color: string, page = 1, actor = askerOn('2026-03-05')) => ({
    query: { color, page } as UserListQuery,
    actor,
  });
  const every = list('generate_series(1, 20000)');
  await expect.poll(() => findStart(named('any'), 10_000, every)).toMatchObject({ skip: 0, after: expect.anything() });
  expect(findStart(named('any', 7), 10_500, every)).toMatchObject({ skip: 500, after: expect.anything() });
  expect(findStart(named('red'), 10_000, list('generate_series(2, 20000, 2)'))).toEqual({ skip: 10_000 });
  // Nor are they anybody's who may know of fewer people.
  const client = { id: 7, permission: 'own', today: '2026-03-05' } as const;
  expect(findStart(named('any', 1, client), 10_000, every)).toEqual({ skip: 10_000 });
});
