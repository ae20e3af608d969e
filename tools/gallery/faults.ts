import type { Page } from '@playwright/test';

/** Faults that a look at the pictures would miss: jumps, cut texts and pages wider than the window. */

type Shift = { value: number; what: string[] };
declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the page's own
  interface Window {
    shifts: Shift[];
  }
}

/** Records layout shifts without user input, from the first paint on. */
export async function watchShifts(page: Page) {
  // tsx wraps named functions in a helper that no page has.
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.addInitScript(() => {
    type Moved = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Moved[] };
    window.shifts = [];
    const named = ({ node, previousRect, currentRect }: Moved) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const word = element?.textContent.trim().slice(0, 30) ?? '';
      const from = `${Math.round(previousRect.top)}→${Math.round(currentRect.top)}`;
      return `${element?.tagName.toLowerCase()} '${word}' ${from}`;
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
        if (!hadRecentInput) window.shifts.push({ value, what: sources.map(named) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export async function shiftsOf(page: Page) {
  const shifts = await page.evaluate(() => window.shifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  return { total, what: shifts.toSorted((a, b) => b.value - a.value)[0]?.what.join(', ') ?? '' };
}

/** Texts that are cut without a title that has them whole, and a page that scrolls sideways. */
export const findLayoutProblems = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: HTMLElement) => {
      // Typed text scrolls in its field.
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return false;
      const { textOverflow, webkitLineClamp, overflowX } = getComputedStyle(element);
      const ends = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      if (!ends || overflowX === 'visible') return false;
      return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2;
    };
    const cut = [...document.querySelectorAll<HTMLElement>('main *, [role=dialog] *')]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && isCut(element) && !element.closest('[title]'),
      )
      .map(
        (element) =>
          `cut: ${element.tagName.toLowerCase()}.${element.className.slice(0, 40)} '${element.innerText.slice(0, 40)}'`,
      );
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return [...new Set(cut)].slice(0, 4).concat(wide > 0 ? [`wider than the window by ${wide}`] : []);
  });
