import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request } from '@playwright/test';
import { expect, test as base } from './panel';

export { expect };

export type Values = Record<string, unknown>;
export type StoredUser = { id: number; username: string } & Values;

/** A word that no other test uses, and that a search finds. */
export const tag = () => `u${randomUUID().slice(0, 8)}`;

let phones = 1_100_000;

export const test = base.extend<{
  /** Puts a user in, as another administrator would. */
  add: (values: Values) => Promise<StoredUser>;
  /** The user as it is stored. */
  stored: (id: number) => Promise<StoredUser>;
}>({
  add: async ({ api }, use) => {
    await use(async (values) => {
      const common = { gender: 'Female', phone: String(phones++), password: 'clave', username: tag() };
      const answer = await api.post('/user', { ...common, ...values });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { data: StoredUser }).data;
    });
  },
  stored: async ({ api }, use) => {
    await use(async (id) => ((await (await api.get(`/user/${id}`)).json()) as { data: StoredUser }).data);
  },
});

export const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');
export const row = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) });

/** The cells of the rows that are shown, column by column. */
export const cells = (page: Page, column: number) => rows(page).locator(`td:nth-child(${column}) > span:last-child`);

/** Which of the theme's tones a badge has. */
export function toneOf(badge: Locator): Promise<string | undefined> {
  return badge.evaluate((element) => {
    const { color } = getComputedStyle(element);
    const probe = document.body.appendChild(document.createElement('i'));
    const found = ['purple', 'blue', 'green', 'yellow', 'red', 'grey'].find((tone) => {
      probe.style.color = `var(--c-${tone})`;
      return getComputedStyle(probe).color === color;
    });
    probe.remove();
    return found;
  });
}

/** The calls for users from now on, as 'GET /user?page=1'. */
export function userCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/user')) calls.push(`${request.method()} ${pathname.slice(4)}${search}`);
  });
  return calls;
}

export function nextSave(page: Page): Promise<Request> {
  return page.waitForRequest((request) => /\/api\/user(\/\d+)?$/.test(request.url()) && request.method() !== 'GET');
}
