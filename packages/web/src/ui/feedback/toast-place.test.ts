import { expect, it } from 'vitest';
import { findFreest } from './toast-place';

const boxAt = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 40 });
const [first, second] = [{ box: boxAt(0, 0) }, { box: boxAt(200, 0) }];

it.each([
  ['nothing is there', [], first],
  ['a button is under the first', [boxAt(90, 30)], second],
  ['a button only touches the first', [boxAt(100, 0)], first],
  ['both cover one', [boxAt(90, 0), boxAt(290, 0)], first],
  ['the first covers more', [boxAt(90, 0), boxAt(50, 0), boxAt(290, 0)], second],
])('A19 where %s, the toasts take the first place that covers the fewest', (_, controls, place) => {
  expect(findFreest([first, second], controls)).toBe(place);
});
