import { addDays, formatDate } from '@pulso/contract/kit/dates';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DayCurve, type DayPoint } from './day-curve';

const render = (points: readonly DayPoint[]) =>
  renderToStaticMarkup(
    createElement(DayCurve, {
      ...{ title: 'Mi peso', valueName: 'Valor', points, axisText: (value: number) => `${value} kg` },
      empty: 'Todavía no anotaste tu peso.',
    }),
  );
const pointOf = (day: string, value: number): DayPoint => ({ day, value, text: `${value} kg` });

const matches = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((found) => found.slice(1));
/** Places of the curve in per cent, from the left and from above. */
const placesOf = (html: string) =>
  matches(html, /<polyline points="([^"]*)"/g).map(([points]) =>
    points!.split(' ').map((one) => one.split(',').map(Number)),
  );
const rowsOf = (html: string) => matches(html, /<th scope="row"[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)<\/td>/g);
const dotsOf = (html: string) => matches(html, /<span aria-hidden="true" style="left:([\d.]+)%;top:([\d.]+)%"/g);

it('PGR-03 draws no value, one, two and sixty, and has a table with the same numbers', () => {
  const days = Array.from({ length: 60 }, (_, index) => pointOf(addDays('2026-09-20', index), 70 + ((index * 7) % 10)));
  for (const points of [days, days.slice(0, 2), days.slice(0, 1)]) {
    const html = render(points);
    expect(rowsOf(html)).toEqual(points.toReversed().map(({ day, text }) => [formatDate(day), text]));
    expect(html).toContain(`aria-valuetext="${formatDate(points.at(-1)!.day)}: ${points.at(-1)!.text}"`);
    expect(html).toContain(`aria-valuemax="${points.length}"`);
    const [curve] = placesOf(html);
    expect(curve).toHaveLength(points.length);
    // The higher the value, the higher it stands, and each as far to the right as its day is late.
    const ticks = matches(html, />([\d.]+) kg<\/span>/g).map(([tick]) => Number(tick));
    const [low, high] = [Math.min(...ticks), Math.max(...ticks)];
    for (const [index, [x, y]] of curve!.entries()) {
      expect(y).toBeCloseTo(((high - points[index]!.value) / (high - low)) * 100);
      expect(x).toBeCloseTo(points.length === 1 ? 50 : (index / (points.length - 1)) * 100);
    }
  }
  expect(dotsOf(render(days.slice(0, 1)))).toHaveLength(1);
  expect(render([])).toBe('<p class="text-muted">Todavía no anotaste tu peso.</p>');
});

it('stands each day at its place in time', () => {
  const html = render([pointOf('2025-12-01', 70), pointOf('2025-12-11', 71), pointOf('2026-01-10', 72)]);
  expect(placesOf(html)[0]!.map(([x]) => x)).toEqual([0, 25, 100]);
  expect(dotsOf(html)).toHaveLength(3);
  expect(html).toContain('>01/12/2025<');
  expect(html).toContain('>10/01/2026</span>');
});

it('shows a long table in parts', () => {
  const html = render(Array.from({ length: 61 }, (_, index) => pointOf(addDays('2026-09-01', index), 70)));
  expect(rowsOf(html)).toHaveLength(60);
  expect(html).toContain('Ver más');
});
