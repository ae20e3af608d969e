import { paint } from './palette';
import { along, box, capsule, circle, ellipse, FLOOR, path, placed, ring, stroke, type Point } from './svg';

/** What a gym has, in the hand's reach. */

/** A loaded bar seen from its end, as it is in side view. */
export function plate(at: Point, r = 46, color: string = paint.coral, deep: string = paint.coralDeep): string {
  return (
    circle(at, r, deep) +
    circle(at, r - 5, color) +
    ring(at, r * 0.62, deep, 5) +
    circle(at, r * 0.3, paint.ink) +
    circle(at, r * 0.15, paint.steel)
  );
}

/** A loaded bar seen from the front. */
export function barbell(
  [x, y]: Point,
  half = 190,
  color: string = paint.coral,
  deep: string = paint.coralDeep,
): string {
  const side = (sign: number) => {
    const at = (offset: number, width: number, height: number, fill: string) =>
      box(x + sign * (half - offset) - width / 2, y - height / 2, width, height, 7, fill);
    return at(52, 18, 112, color) + at(30, 16, 88, deep) + at(12, 10, 44, paint.inkSoft);
  };
  return (
    stroke(
      [
        [x - half, y],
        [x + half, y],
      ],
      paint.steelDeep,
      11,
    ) +
    side(1) +
    side(-1)
  );
}

export function dumbbell(at: Point, turn = 0, scale = 1, color: string = paint.ink): string {
  return placed(
    { at, turn, scale },
    box(-20, -6, 40, 12, 5, paint.steel),
    box(-40, -21, 15, 42, 6, color),
    box(25, -21, 15, 42, 6, color),
    box(-27, -26, 14, 52, 6, paint.inkSoft),
    box(13, -26, 14, 52, 6, paint.inkSoft),
  );
}

/** Seen from its end. */
export function dumbbellEnd(at: Point, r = 24): string {
  return circle(at, r, paint.ink) + circle(at, r - 6, paint.inkSoft) + circle(at, r * 0.3, paint.steel);
}

export function kettlebell(at: Point, scale = 1, color: string = paint.ink, deep: string = paint.inkSoft): string {
  return placed(
    { at, scale },
    stroke('M-20 14C-30 -16 -16 -24 0 -24C16 -24 30 -16 20 14', deep, 12),
    path('M-30 6C-50 30 -44 62 -24 70L24 70C44 62 50 30 30 6C14 -2 -14 -2 -30 6Z', color),
    ellipse([-14, 26], 9, 14, paint.white, 'fill-opacity=".16"'),
  );
}

export function bench(
  x: number,
  y: number,
  width: number,
  color: string = paint.sky,
  deep: string = paint.skyDeep,
): string {
  const legs = [x + 34, x + width - 34];
  return (
    legs
      .map((leg) =>
        stroke(
          [
            [leg, y + 14],
            [leg, FLOOR - 6],
          ],
          paint.slate,
          14,
        ),
      )
      .join('') +
    legs
      .map((leg) =>
        stroke(
          [
            [leg - 24, FLOOR - 4],
            [leg + 24, FLOOR - 4],
          ],
          paint.slate,
          12,
        ),
      )
      .join('') +
    box(x, y + 8, width, 16, 8, deep) +
    box(x, y, width, 18, 9, color)
  );
}

/** Back rest from `low` to `high`, with a seat ahead of `low`. */
export function inclineBench(low: Point, high: Point, color: string = paint.sky, deep: string = paint.skyDeep): string {
  const middle = along(low, high, 0.55);
  return (
    stroke([middle, [middle[0] - 6, FLOOR - 8]], paint.slate, 14) +
    stroke(
      [
        [low[0] + 36, low[1] + 14],
        [low[0] + 36, FLOOR - 8],
      ],
      paint.slate,
      14,
    ) +
    stroke(
      [
        [middle[0] - 46, FLOOR - 5],
        [low[0] + 78, FLOOR - 5],
      ],
      paint.slate,
      12,
    ) +
    stroke([low, high], deep, 30) +
    stroke(
      [
        [low[0] + 6, low[1] + 8],
        [low[0] + 84, low[1] + 6],
      ],
      deep,
      26,
    ) +
    stroke([along(low, high, 0.02), along(low, high, 0.98)], color, 20)
  );
}

export function mat(from: number, to: number, color: string = paint.violet, deep: string = paint.violetDeep): string {
  return box(from, FLOOR - 4, to - from, 14, 7, deep) + box(from, FLOOR - 6, to - from, 10, 5, color);
}

export function crate(x: number, width: number, height: number): string {
  const y = FLOOR - height;
  return (
    box(x, y, width, height, 8, paint.wood) +
    box(x, y, width, 18, 8, paint.woodDeep) +
    stroke(
      [
        [x + 22, y + 44],
        [x + width - 22, FLOOR - 22],
      ],
      paint.woodDeep,
      9,
    ) +
    stroke(
      [
        [x + width - 22, y + 44],
        [x + 22, FLOOR - 22],
      ],
      paint.woodDeep,
      9,
    )
  );
}

export function cable(from: Point, to: Point): string {
  return stroke([from, to], paint.ink, 4);
}

/** A post with its weights and a pulley at the given height. */
export function tower(x: number, pulleyY: number, accent: string = paint.amber, height = 400): string {
  const top = FLOOR - height;
  const stack = Array.from({ length: 6 }, (_, index) =>
    box(x - 27, FLOOR - 40 - index * 22, 54, 18, 4, index > 2 ? accent : paint.slate),
  ).join('');
  return (
    box(x - 42, top, 84, 20, 10, paint.ink) +
    stroke(
      [
        [x - 34, top + 10],
        [x - 34, FLOOR - 8],
      ],
      paint.ink,
      13,
    ) +
    stroke(
      [
        [x + 34, top + 10],
        [x + 34, FLOOR - 8],
      ],
      paint.ink,
      13,
    ) +
    stroke(
      [
        [x, top + 10],
        [x, FLOOR - 150],
      ],
      paint.steelDeep,
      4,
    ) +
    stack +
    box(x - 62, FLOOR - 16, 124, 16, 8, paint.inkSoft) +
    circle([x, pulleyY], 17, paint.inkSoft) +
    circle([x, pulleyY], 7, paint.steel)
  );
}

/** A short bar or rope end in the hand. */
export function grip(at: Point, turn = 0, length = 30): string {
  return placed({ at, turn }, capsule([-length, 0], [length, 0], 7, 7, paint.ink));
}
