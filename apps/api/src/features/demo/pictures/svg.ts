/** Drawing by text: each function gives a piece of SVG. The canvas is 800 × 600, the subject keeps to its middle. */

export type Point = readonly [x: number, y: number];

export const CANVAS = { width: 800, height: 600 };
/** Where feet, legs of machines and plates of food stand. */
export const FLOOR = 500;

const short = (value: number) => Math.round(value * 10) / 10;
const numbers = (text: string) => text.replace(/-?\d+\.\d+(e-\d+)?/g, (found) => String(short(Number(found))));

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${numbers(d)}" fill="${fill}" ${more}/>`;
}

export function circle([x, y]: Point, r: number, fill: string, more = ''): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}" ${more}/>`;
}

export function ellipse([x, y]: Point, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}" ${more}/>`;
}

export function box(x: number, y: number, width: number, height: number, r: number, fill: string, more = ''): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${short(r)}" fill="${fill}" ${more}/>`;
}

/** A round-ended line through the points; `d` of a path serves as well. */
export function stroke(points: readonly Point[] | string, color: string, width: number, more = ''): string {
  const d = typeof points === 'string' ? points : `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`;
  return `<path d="${numbers(d)}" fill="none" stroke="${color}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

export function ring(center: Point, r: number, color: string, width: number, more = ''): string {
  return circle(center, r, 'none', `stroke="${color}" stroke-width="${width}" ${more}`);
}

export function polygon(points: readonly Point[], fill: string, more = ''): string {
  return `<polygon points="${points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ')}" fill="${fill}" ${more}/>`;
}

type Placing = { at?: Point; turn?: number; scale?: number; flip?: boolean };

/** Draws around the origin, then puts it in its place. */
export function placed({ at = [0, 0], turn = 0, scale = 1, flip = false }: Placing, ...parts: string[]): string {
  const steps = [`translate(${short(at[0])} ${short(at[1])})`];
  if (turn !== 0) steps.push(`rotate(${short(turn)})`);
  if (scale !== 1 || flip) steps.push(`scale(${flip ? -scale : scale} ${scale})`);
  return `<g transform="${steps.join(' ')}">${parts.join('')}</g>`;
}

/** A limb: the hull of two circles. */
export function capsule(from: Point, to: Point, fromRadius: number, toRadius: number, fill: string, more = ''): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length <= Math.abs(fromRadius - toRadius)) return circle(from, Math.max(fromRadius, toRadius), fill, more);
  const direction = Math.atan2(dy, dx);
  const spread = Math.acos((fromRadius - toRadius) / length);
  const edge = ([x, y]: Point, r: number, side: number) => {
    const angle = direction + side * spread;
    return `${x + r * Math.cos(angle)} ${y + r * Math.sin(angle)}`;
  };
  const wide = fromRadius > toRadius ? 1 : 0;
  return path(
    `M${edge(from, fromRadius, -1)}L${edge(to, toRadius, -1)}` +
      `A${toRadius} ${toRadius} 0 ${1 - wide} 1 ${edge(to, toRadius, 1)}L${edge(from, fromRadius, 1)}` +
      `A${fromRadius} ${fromRadius} 0 ${wide} 1 ${edge(from, fromRadius, -1)}Z`,
    fill,
    more,
  );
}

export const along = (from: Point, to: Point, part: number): Point => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
];

export const moved = ([x, y]: Point, dx: number, dy: number): Point => [x + dx, y + dy];

/** From a point so far in a direction: 0 is up, 90 is right. */
export function toward([x, y]: Point, degrees: number, distance: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x + distance * Math.sin(angle), y - distance * Math.cos(angle)];
}

/** Evenly around a centre, for petals, seeds and spokes. */
export function around(count: number, draw: (degrees: number, index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw((360 / count) * index, index)).join('');
}
