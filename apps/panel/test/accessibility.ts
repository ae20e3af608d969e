import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from '@playwright/test';
import { expect } from './panel';

/** What these checks need: the page's policy forbids scripts of others, axe among them; and what is still fading in has no contrast yet. */
export const forAxe = { bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } } as const;
export const AXE_TIMEOUT_MS = 90_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const PHONE = { width: 390, height: 844 };
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds serious or critical, on the whole page or within a part of it, as sentences. */
export async function findings(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    ([place, tags]): Promise<AxeResults> =>
      (window as unknown as { axe: { run: (place: string, options: object) => Promise<AxeResults> } }).axe.run(place, {
        runOnly: { type: 'tag', values: tags },
      }),
    [within, TAGS] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
}

export async function expectSound(page: Page, what: string, within?: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours arrive with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await findings(page, within), `${what}, ${colorScheme}`).toEqual([]);
  }
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Controls that a finger would miss: lower or narrower than 44 px, those inside a larger label apart. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, input, select, textarea')]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((control) => ({ control, box: (control.closest('label') ?? control).getBoundingClientRect() }))
      // What is only for screen readers until it is focused.
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ control, box }) => `${control.outerHTML.slice(0, 120)} ${box.width}×${box.height}`),
  );

export async function expectFitsPhone(page: Page, what: string) {
  await expect.poll(() => overflow(page), what).toBeLessThanOrEqual(0);
  expect(await smallTargets(page), what).toEqual([]);
}
