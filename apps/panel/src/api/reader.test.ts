import { userListRow, userRow } from '@pulso/contract/accounts/users';
import { paymentRow } from '@pulso/contract/billing/ledger';
import { subscriptionHistoryRow } from '@pulso/contract/billing/subscriptions';
import { userPackageRow } from '@pulso/contract/billing/user-packages';
import { plans } from '@pulso/contract/catalogue/plans';
import { packages } from '@pulso/contract/content/packages';
import { trainings } from '@pulso/contract/content/trainings';
import { audience, sentNotificationRow } from '@pulso/contract/desk/notifications';
import { userDetail } from '@pulso/contract/desk/user-detail';
import type { Resource } from '@pulso/contract/kit/resource';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { missingFieldsOf, readRow, readRows, type ReadableResource } from '#api/reader';
import { gapsOf, completeAnswer } from '../../test/gaps';

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../../packages/contract/src/**/*.ts', '!**/*.test.ts'],
  {
    eager: true,
  },
);
const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'row' in value && 'path' in value;
const resources = Object.values(modules).flatMap((module) => Object.values(module).filter(isResource));

const otherRowSchemas = {
  audience,
  sentNotificationRow,
  paymentRow,
  subscriptionHistoryRow,
  userDetail,
  userListRow,
  userPackageRow,
  userRow,
};
const allResources: [path: string, ReadableResource<unknown>][] = [
  ...resources.map((resource): [string, ReadableResource<unknown>] => [resource.path, resource]),
  ...Object.entries(otherRowSchemas).map(([path, row]): [string, ReadableResource<unknown>] => [path, { path, row }]),
];

/** True if the value has the sample's fields, each of the same type or empty for an unknown value. */
function hasSameShape(value: unknown, sample: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((part) => hasSameShape(part, sample[0]));
  if (typeof sample !== 'object' || sample === null) return sample === null || typeof value === typeof sample;
  const fields = Object.entries(sample as Record<string, unknown>);
  return typeof value === 'object' && fields.every(([name, part]) => hasSameShape(value[name as never], part));
}

/** Names of the fields that may not be null. */
const requiredFieldsOf = (row: unknown) =>
  Object.entries((row as z.ZodMiniObject).shape)
    .filter(([, schema]) => !z.safeParse(schema, null).success && !z.safeParse(schema, undefined).success)
    .map(([name]) => name);

afterEach(() => vi.restoreAllMocks());

describe('an answer of any server', () => {
  it('is walked for every resource of the contract', () => {
    expect(resources.map(({ path }) => path)).toEqual(expect.arrayContaining(['/level', '/package', '/exercise-set']));
  });

  it.each(allResources)('API-13 of %s is read as it is where nothing is missing', (_path, resource) => {
    const answer = completeAnswer(resource.row as z.ZodMiniType);
    expect(readRow(resource, answer)).toEqual(answer);
    expect(missingFieldsOf(resource, answer)).toEqual([]);
  });

  it.each(allResources)(
    'API-13 of %s has all its fields, whatever is missing, null or of another type',
    (_path, resource) => {
      const sample = completeAnswer(resource.row as z.ZodMiniType);
      const gaps = gapsOf(sample);
      expect(gaps.length).toBeGreaterThan(5);
      for (const { what, place, row: answer } of gaps) {
        const row = readRow(resource, answer) as Record<string, unknown>;
        expect(hasSameShape(row, sample), what).toBe(true);
        const missing = requiredFieldsOf(resource.row).filter((name) => row[name] === null || row[name] === undefined);
        expect(missing, what).toEqual([]);
        // Alternative field names stand in for a package's title or price.
        const isNamedTwice = resource.answered !== undefined && ['price', 'amount'].includes(place[0] ?? '');
        const isLeftOpen = missingFieldsOf(resource, answer).includes(place[0] ?? '');
        if (what.endsWith('another type') && !isNamedTwice && typeof sample[place[0] ?? ''] !== 'object')
          expect(isLeftOpen, what).toBe(sample[place[0] ?? ''] !== null);
      }
    },
  );

  it('reads amounts and flags in the ways that servers write them', () => {
    const plan = { id: '4', title: 7, description: 'x', duration: '3', amount: '1500.50', status: 1, created_at: '' };
    expect(readRow(plans, plan)).toMatchObject({
      id: 4,
      title: '7',
      duration: 3,
      amount: 1500.5,
      price: 1500.5,
      status: true,
    });
    expect(readRow(plans, { ...plan, status: 'false' })?.status).toBe(false);
    expect(readRow(plans, { ...plan, status: 'quizás', duration: '3 meses' })).toMatchObject({
      status: true,
      duration: NaN,
    });
  });

  it('PAQ-04 PAQ-05 of a package may use either name for its title, its price and its lists', () => {
    const read = readRow(packages, {
      id: 1,
      name: 'Verano',
      amount: 10,
      trainings: [{ id: 3, title: 'Plan' }],
      diets: null,
    });
    expect(read).toMatchObject({ title: 'Verano', price: 10, amount: 10, package_diets: [] });
    expect(read?.package_trainings[0]).toMatchObject({ training_id: 3, training: { title: 'Plan', level: null } });
  });

  it('tells parts without an id from each other, and leaves out what is none', () => {
    const days = [{ title: 'A' }, null, 'x', { title: 'B' }, { id: 9, title: 'C' }];
    const ids = readRow(trainings, { training_days: days }, 1)?.training_days.map(({ id, title }) => [id, title]);
    expect(ids).toEqual([
      [-1, 'A'],
      [-2, 'B'],
      [9, 'C'],
    ]);
  });

  it('leaves out of a list what has no id, and says so once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const list = { path: '/una-vez', row: plans.row };
    const answers = [{ id: 1 }, { title: 'Sin id' }, null, 'texto', { id: 'abc' }, { id: 1.5 }, { id: 2 }];
    expect(readRows(list, answers).map(({ id }) => id)).toEqual([1, 2]);
    expect(readRows(list, answers)).toHaveLength(2);
    expect(warn.mock.calls).toEqual([['/una-vez: 5 sin un id válido no se muestran']]);
  });

  it('of one thing has the id it was asked for by', () => {
    expect(readRow(plans, { title: 'Anual' }, '12')?.id).toBe(12);
    expect(readRow(plans, { id: 3, title: 'Anual' }, '12')?.id).toBe(3);
    expect(readRow(plans, ['Anual'], '12')).toBeUndefined();
  });

  it('leaves open what is not said, and a relation that is null beside its id', () => {
    const { level, ...answer } = completeAnswer(trainings.row);
    expect(missingFieldsOf(trainings, { ...answer, level_id: 3, level: null })).toEqual(['level']);
    expect(missingFieldsOf(trainings, { ...answer, level, description: undefined })).toEqual(['description']);
    expect(missingFieldsOf(trainings, undefined)).toContain('id');
  });
});
