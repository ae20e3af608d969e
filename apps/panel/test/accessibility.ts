import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from './panel';

/**
 * Options for test.use in every file that runs axe: an undrawn page has no colours; the page's policy forbids foreign
 * scripts, axe among them; and an element still fading in has no contrast yet.
 */
export const axeTestOptions = { drawn: true, bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } } as const;
export const PHONE_SIZE = { width: 390, height: 844 };
/** A modal alone: the page behind it is inert, and was checked before. */
export const MODAL_SELECTOR = '[role=dialog]';
/** A name that a person types without thinking of the width of a phone. */
export const LONG_NAME = 'Un nombre bastante largo, de los que alguien escribe sin pensar en el ancho de su teléfono';

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose findings are moderate or minor at most, which do not count here: they take a quarter of the time. */
const MILD_RULES = [
  ...['landmark-banner-is-top-level', 'landmark-contentinfo-is-top-level', 'landmark-main-is-top-level'],
  ...['landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main'],
  ...['landmark-one-main', 'landmark-unique', 'page-has-heading-one', 'region', 'heading-order', 'skip-link'],
  ...['empty-heading', 'empty-table-header', 'form-field-multiple-labels', 'presentation-role-conflict'],
  ...['aria-allowed-role', 'aria-deprecated-role', 'image-redundant-alt', 'table-duplicate-name'],
];
const ALL_RULES: RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  rules: Object.fromEntries(MILD_RULES.map((rule) => [rule, { enabled: false }])),
};
const COLOUR_RULES: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
/** Contrast of text and ground is computed in `theme.test.ts`; measuring every element takes most of axe's time. */
const STRUCTURE_RULES: RunOptions = {
  ...ALL_RULES,
  rules: { ...ALL_RULES.rules, 'color-contrast': { enabled: false } },
};

/** An undrawn page would pass: axe finds no colours in it, and no target too small to touch. */
const expectDrawn = (page: Page) =>
  expect(page.locator('html'), 'the file needs test.use(looking)').toHaveCSS('opacity', '1');

type Axe = { axe: { run: (within: string, options: RunOptions) => Promise<AxeResults> } };

/**
 * Serious and critical findings of axe, as sentences: made in the page, because the full result is a lot to transfer.
 */
export async function findViolations(page: Page, options: RunOptions = ALL_RULES, within = 'html'): Promise<string[]> {
  await expectDrawn(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(
    async ([place, run]) => {
      // Content under the bar can be scrolled into view; axe would call it too small to touch.
      const bar = document.querySelector<HTMLElement>('[data-thumb-bar]');
      bar?.style.setProperty('position', 'static');
      const { violations } = await (window as unknown as Axe).axe.run(place, run);
      bar?.style.removeProperty('position');
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
        );
    },
    [within, { ...options, resultTypes: ['violations'] }] as [string, RunOptions],
  );
}

/** Expects no finding except colours, in the whole page or a part of it. */
export async function expectAccessible(page: Page, what: string, within?: string) {
  expect.soft(await findViolations(page, STRUCTURE_RULES, within), what).toEqual([]);
}

/** Expects readable colours as drawn in both themes, for one state of each kind: a list, a form, a dialog, a toast. */
export async function expectReadableColours(page: Page, what: string, within?: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours arrive with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect.soft(await findViolations(page, COLOUR_RULES, within), `${what}, ${colorScheme}`).toEqual([]);
  }
}

const overflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Controls that a finger would miss: lower or narrower than 44 px, unless inside a larger label. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, input, select, textarea')]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((control) => ({ control, box: (control.closest('label') ?? control).getBoundingClientRect() }))
      // Leaves out controls that only screen readers get until they are focused.
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ control, box }) => `${control.outerHTML.slice(0, 120)} ${box.width}×${box.height}`),
  );

/** Viewport of a 1280 px page at four times its size. */
const NARROW_SIZE = { width: 320, height: 640 };

/**
 * Overflow of the page in width, as it is and with the text spacing that a reader may set; and skipped heading levels.
 */
const reflowProblems = (page: Page) =>
  page.evaluate(() => {
    const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const spaced = new CSSStyleSheet();
    spaced.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    );
    const found = [`${wider()} px too wide`];
    document.adoptedStyleSheets.push(spaced);
    found.push(`${wider()} px too wide with more space in its text`);
    document.adoptedStyleSheets.pop();
    const headings = [...document.querySelectorAll('h1, h2, h3, h4')].filter((one) => one.checkVisibility());
    const levels = headings.map(({ tagName }) => Number(tagName.slice(1)));
    const skipped = levels.some((level, index) => level > (levels[index - 1] ?? level) + 1);
    return [...found.filter((one) => !one.startsWith('0 ')), ...(skipped ? [`headings ${levels.join(' ')}`] : [])];
  });

export async function expectReflows(page: Page, what: string) {
  await page.setViewportSize(NARROW_SIZE);
  await expect.soft.poll(() => reflowProblems(page), `${what}, 320 px wide`).toEqual([]);
}

export async function expectFitsPhone(page: Page, what: string) {
  await expectDrawn(page);
  await expect.soft.poll(() => overflowPx(page), what).toBeLessThanOrEqual(0);
  expect.soft(await smallTargets(page), what).toEqual([]);
}
