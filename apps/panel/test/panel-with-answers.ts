import type { Page } from '@playwright/test';
import { answerBody } from '../../api/src/http/routes/route-docs';
import { serveWithFailures } from './failures';
import { completeAnswer, type Answer } from './gaps';
import { expect } from './panel';

/** Extras that the billing screens need. */
export const BILLING_EXTRAS = ['renew', 'ledger', 'collections', 'prices', 'idempotency-key'];

/** Field values that leave payments and debts open, so that their actions are offered. */
const OPEN_FIELDS = { reversed_by: null, closed_on: null, closed_as: null, cuit: '', area_code: '' };
const openValue = (name: string, value: unknown) =>
  name in OPEN_FIELDS ? OPEN_FIELDS[name as keyof typeof OPEN_FIELDS] : value;

/** Declared answers of the API to every read, with every number a three. */
async function buildDeclaredAnswers() {
  // Loaded only where it is asked for: the whole API would be translated in each process that lists the tests.
  const { declaredRoutes } = await import('@pulso/testing/declared-routes');
  const reads = (await declaredRoutes()).filter(({ method, answer }) => method === 'GET' && answer);
  const answers = reads.map(({ url, answer }) => {
    const body = JSON.parse(JSON.stringify(completeAnswer(answerBody(answer!))), openValue) as Answer;
    return [url.slice('/api'.length).replaceAll(/:\w+/g, '3'), body] as const;
  });
  return Object.fromEntries(answers);
}

/** Opens the panel on a server inside the page that has one item of everything. */
export async function openPanelWithAnswers(panel: Page, route: string, extras: readonly string[]) {
  await panel.addInitScript((names) => localStorage.setItem('pulso-extras', JSON.stringify(names)), extras);
  await serveWithFailures(panel, await buildDeclaredAnswers());
  await panel.goto(route);
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
}
