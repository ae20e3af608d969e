import { collectionSummary } from '@pulso/contract/billing/collections.summary';
import { expect, it } from 'vitest';
import { readRow } from '#api/reader';
import { readSummary } from '#features/billing/collections/summary/summary.rules';
import { completeAnswer, gapsOf } from '#test/gaps';

it('G4 the summary is read as by the contract, with its gaps', () => {
  const answer = completeAnswer(collectionSummary);
  expect(readSummary(answer)).toEqual(answer);
  const resource = { path: 'collection/summary', row: collectionSummary };
  for (const { what, row } of gapsOf(answer)) {
    const { till_since: _since, ...figures } = readSummary(row)!;
    expect(figures, what).toEqual(expect.objectContaining({}));
    expect(readRow(resource, row), what).toMatchObject(figures);
  }
  expect(readSummary([7])?.due_today.count ?? NaN).toBeNaN();
  expect(readSummary('nada')).toBeUndefined();
});
