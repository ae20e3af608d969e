/**
 * Something that was found once, as it was sent, and is sent again by every `npm test`. What took several requests has a
 * test with 'P26' in its title (`cached-list.test.ts`).
 */
export type RegressionCase = { found: string; operation: string; url: string; json?: unknown };

export const cases: RegressionCase[] = [
  {
    found: 'answered 404, which the operation did not declare',
    operation: 'DELETE /api/device',
    url: '/api/device',
    json: { token: 'n85_gMg4BgjmHHkk1gpAia' },
  },
  { found: 'the same', operation: 'GET /api/payment', url: '/api/payment?user_id=2147483647' },
  {
    found: 'the same',
    operation: 'POST /api/payment',
    url: '/api/payment',
    json: {
      user_id: 2_147_483_647,
      type: 'other',
      item_id: 0,
      amount: 1,
      payment_method: 'efectivo',
      status: 'completed',
    },
  },
  {
    found: 'the same',
    operation: 'POST /api/user/activate-suscription',
    url: '/api/user/activate-suscription',
    json: { user_id: 2_147_483_647, subscription_id: 1, payment_method: 'efectivo', payment_amount: 1 },
  },
  {
    found: 'the same',
    operation: 'POST /api/user/activate-package',
    url: '/api/user/activate-package',
    json: { user_id: 2_147_483_647, package_id: 1 },
  },
  {
    found: 'answered 500: a rule over several fields took a null for a row',
    operation: 'POST /api/price-rise',
    url: '/api/price-rise',
    json: { percent: 8, rounding: 0, valid_from: '2027-01-01', rows: [null] },
  },
];
