import { importRow } from '@pulso/contract/desk/imports';
import { manyClients } from '@pulso/testing/untidy-files';
import { expect, it } from 'vitest';
import { addPlan, expectAnswer, quickPasswords } from '#test/people';
import { testApp } from '#test/test-app';

const MB = 1_048_576;
const TICK_MS = 20;

it('IMP-07 IMP-12 20.000 rows are rehearsed in 256 MB, and others are served meanwhile', async () => {
  const app = await testApp({ passwords: quickPasswords });
  await addPlan(app, { title: 'Mensual' });
  const bytes = manyClients(20_000);
  const before = process.memoryUsage.rss();
  const sending = app.form('POST', '/api/import', { file: { name: 'muchos.csv', type: 'text/csv', bytes } });
  let most = 0;
  const others: Promise<{ status: number }>[] = [];
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
    others.push(app.get('/api/version'));
  }, TICK_MS);
  const { counts } = expectAnswer(await sending, importRow, 201);
  clearInterval(watch);
  expect(counts.ready).toBe(20_000);
  expect((most - before) / MB).toBeLessThan(256);
  expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(others.length).toBeGreaterThan(20);
}, 120_000);
