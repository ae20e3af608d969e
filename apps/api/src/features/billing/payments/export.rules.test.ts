import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { csvFormats } from '@pulso/contract/kit/csv';
import { findFormulaCells, hostileText } from '@pulso/testing/hostile-csv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ledgerCsv } from '#features/billing/payments/export.rules';

const payment: LedgerRow = {
  ...{ id: 1, type: 'other', item_id: 0, amount: -1_500.5, payment_method: 'efectivo', status: 'completed' },
  ...{ created_at: '2026-03-05T12:00:00.000Z', payment_url: null, kind: 'reversal', day: '2026-03-05', category: null },
  ...{
    notes: null,
    settled_by: null,
    settled_at: null,
    reason: null,
    reverses: 2,
    is_part: false,
    reversed_by: null,
    refunded: 0,
    claimed_on: null,
    claim: null,
    period_id: null,
  },
  ...{ debt_id: null, close_id: null, has_receipt: false, fee: null, net: null },
  ...{ concept: '', transaction_id: null, user: null, recorded_by: null },
};

it.each(csvFormats)(
  'X19 the %s file of the ledger has nothing to compute, read with comma, semicolon or tab; amounts are as they are',
  async (format) => {
    const name = hostileText.map((text) => ({ id: 1, name: text, deleted: false }));
    const texts = fc.record({ user: name, recorded_by: name, concept: hostileText, transaction_id: hostileText });
    await fc.assert(
      fc.asyncProperty(fc.array(texts), async (hostile) => {
        const batches = (async function* () {
          yield hostile.map((fields) => ({ ...payment, ...fields }));
        })();
        let file = '';
        for await (const lines of ledgerCsv(batches, format)) file += lines;
        expect(findFormulaCells(file)).toEqual([]);
        expect(file.match(/[,;]-1500[.,]5[,;]{2}\r\n/g) ?? []).toHaveLength(hostile.length);
      }),
      { numRuns: 500, seed: 19 },
    );
  },
);
