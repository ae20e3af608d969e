import { statistics } from '@pulso/contract/desk/statistics';
import { userListRow } from '@pulso/contract/accounts/users';
import { userDetail } from '@pulso/contract/desk/user-detail';
import { resources } from '#test/builders';
import { FAILURES, readsOf, serveFailing, visitFailing, type FailureName } from '#test/failures';
import { whole } from '#test/gaps';
import { expect, test } from '#test/panel';
import { panelRoutes } from '#test/panel-routes';

// What the specification wants in the console.
test.use({ expectedErrors: [/^(Error |No |El recurso solicitado no existe)/] });

const every = Object.keys(FAILURES) as FailureName[];
const rows = Object.entries(resources).map(([path, { row }]) => [path, { ...whole(row), id: 3 }] as const);
const answers = {
  ...Object.fromEntries(
    rows.flatMap(([path, row]) => [
      [path, [row]],
      [`${path}/3`, row],
    ]),
  ),
  '/user': [{ ...whole(userListRow), id: 3 }],
  '/user/3': { ...whole(userDetail), id: 3 },
  '/estadisticas': whole(statistics),
};

/** Names beside a number that can be typed without them. */
const isAid = (address: string, call: string) => /^\/usuarios\/[ne]/.test(address) && call === 'GET /suscriptions';

test('P35 every read of every screen, failing in every way: the screen says so, and is never blank nor waits for ever', async ({
  panel,
}) => {
  test.setTimeout(120_000);
  await serveFailing(panel, answers);
  await panel.goto('/home');
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  const reads = await readsOf(panel, panelRoutes);
  const asking = Object.entries(reads)
    .map(([address, calls]) => [address, calls.filter((call) => !isAid(address, call))] as const)
    .filter(([, calls]) => calls.length > 0);
  expect(asking.length).toBeGreaterThan(25);
  const together = every.flatMap((failure) => asking.map(([address]) => ({ address, failure })));
  expect(await visitFailing(panel, together)).toEqual({});
});
