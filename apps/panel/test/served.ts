import type { Page } from '@playwright/test';
import { declaredRoutes } from '@pulso/testing/declared-routes';
import { answerBody } from '../../api/src/http/route-docs';
import { serveFailing } from './failures';
import { whole, type Answer } from './gaps';
import { expect } from './panel';

/** The extras that its screens need. */
export const MONEY = ['renew', 'ledger', 'collections', 'prices', 'idempotency-key'];

/** Of what was paid and is owed, something is left to do. */
const OPEN = { reversed_by: null, closed_on: null, closed_as: null, cuit: '', area_code: '' };
const opened = (name: string, value: unknown) => (name in OPEN ? OPEN[name as keyof typeof OPEN] : value);

/** What the API declares to answer to every read, each of its numbers a three. */
async function declaredAnswers() {
  const reads = (await declaredRoutes()).filter(({ method, answer }) => method === 'GET' && answer);
  const answers = reads.map(({ url, answer }) => {
    const body = JSON.parse(JSON.stringify(whole(answerBody(answer!))), opened) as Answer;
    return [url.slice('/api'.length).replaceAll(/:\w+/g, '3'), body] as const;
  });
  return Object.fromEntries(answers);
}

/** Opens the panel on a server inside the page, which has one of everything. */
export async function openServed(panel: Page, route: string, extras: readonly string[]) {
  await panel.addInitScript((names) => localStorage.setItem('pulso-extras', JSON.stringify(names)), extras);
  await serveFailing(panel, await declaredAnswers());
  await panel.goto(route);
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
}
