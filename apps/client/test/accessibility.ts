import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from './app';

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const MIN_TARGET_PX = 48;

type Axe = { axe: { run: (within: string, options: RunOptions) => Promise<AxeResults> } };

/** Every finding of axe, as sentences. The page's policy forbids foreign scripts: the file needs `bypassCSP`. */
async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as Axe).axe.run('html', { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
  });
}

/** Controls that a thumb would miss, and what is wider than the window. */
const findSmallTargets = (page: Page) =>
  page.evaluate((min) => {
    const small = [...document.querySelectorAll<HTMLElement>('button, a, input, select, summary')]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      // Focus guards of a dialog are for the keyboard alone.
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .filter(({ box }) => box.height < min - 0.5 || box.width < min - 0.5)
      .map(({ control, box }) => `${control.outerHTML.slice(0, 120)} ${box.width}×${box.height}`);
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return over > 0 ? [...small, `${over} px too wide`] : small;
  }, MIN_TARGET_PX);

/** Widths of the smallest phone, also of a page at 200 %, of a usual one, and of a tablet. */
const WIDTHS = [320, 390, 820];
const HEIGHT = 844;

/** Looks at a screen at three widths, and at its colours in both themes. */
export async function expectFine(page: Page, what: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expect.soft.poll(() => findSmallTargets(page), `${what}, ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: HEIGHT });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours arrive with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect.soft(await findViolations(page), `${what}, ${colorScheme}`).toEqual([]);
  }
}

type Reached = { reached: Set<Element> };

/** Goes through a screen with the Tab key: everything that can be operated is reached, and what has the focus shows it. */
export async function expectReachable(page: Page, what: string) {
  const count = await page.evaluate(() => {
    const reached = new Set<Element>();
    Object.assign(window, { reached });
    document.addEventListener('focusin', ({ target }) => {
      const element = target as Element;
      if (element.matches(':focus-visible') && getComputedStyle(element).outlineStyle !== 'none') reached.add(element);
    });
    return document.querySelectorAll('a, button, input, select, summary').length;
  });
  for (let pressed = 0; pressed < count + 2; pressed += 1) await page.keyboard.press('Tab');
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, input, select, summary')]
      .filter((control) => control.checkVisibility() && control.tabIndex >= 0 && !control.matches(':disabled'))
      .filter((control) => !(window as unknown as Reached).reached.has(control))
      .map((control) => control.outerHTML.slice(0, 120)),
  );
  expect.soft(missed, `${what}, by keyboard`).toEqual([]);
}
