import { expect, it } from 'vitest';
import { addresses, filteredAddress } from '#addresses';

it('B2 a link takes only the parameters that the screen behind it reads', () => {
  expect(addresses.riseNotices(3)).toBe('/cobranzas?lista=rise%3A3');
  expect(filteredAddress(addresses.users.list, { estado: 'active' })).toBe('/usuarios?estado=active');
  // @ts-expect-error -- 'Cobranzas' reads `lista`.
  filteredAddress(addresses.collections, { list: 'rise:3' });
});
