/** A figure in a scene, drawn from a few numbers in the manner of the pictures that are files. */

type Point = readonly [x: number, y: number];
/** Where a hand or an ankle is; or its elbow or knee before it, where that is not in the plane of the picture. */
type Limb = Point | readonly [jointX: number, jointY: number, x: number, y: number];
/** The near one, and the far one where it is elsewhere. From the front the right one of the picture, and the left one. */
type Pair<One> = readonly [near: One, far?: One];

type Pose = {
  hip: Point;
  /** Degrees from upright towards where the figure looks: 90 is face down, -90 on its back. From the front, to the right. */
  torso?: number;
  /** Degrees that the head is turned beyond the torso. */
  head?: number;
  hands: Pair<Limb>;
  feet: Pair<Limb>;
  /** Degrees that the feet are turned, toes down. */
  toes?: Pair<number>;
};

export type Scene = {
  from: 'side' | 'front';
  pose: Pose;
  /** From 1 for what is tall to 1.24 for what happens on the floor. */
  scale: number;
  /** Centre and half the width of the shadow; none under a mat. */
  shadow?: readonly [x: number, width: number];
  /** Shapes of `equipment` behind the figure and before it. */
  behind?: readonly string[];
  before?: readonly string[];
};

export type Tint = keyof typeof TINTS;
/** Light corner, dark corner, disc, marks. */
const TINTS = {
  orange: ['#ffe6d3', '#ffbf98', '#fff1e4', '#e89a6c'],
  blue: ['#dfedff', '#a9ccff', '#eff6ff', '#6f9fe0'],
  yellow: ['#fff2c9', '#ffd67a', '#fff9e3', '#dba53a'],
  pink: ['#ffe2ea', '#ffb3c8', '#fff1f5', '#df7f9b'],
  green: ['#d9f6ec', '#9fe2cf', '#edfcf6', '#62bca4'],
  violet: ['#ebe5ff', '#c6b6ff', '#f5f1ff', '#937fdb'],
  grey: ['#eef2f8', '#c6d1e3', '#f8fafd', '#8f9dba'],
} as const;

type Person = {
  skin: string;
  shade: string;
  hair: string;
  style: 'short' | 'bun' | 'tail' | 'cap';
  top: string;
  topShade: string;
  legs: 'long' | 'shorts';
};
const PEOPLE: readonly Person[] = [
  {
    skin: '#f2b98f',
    shade: '#d99a70',
    hair: '#2b1d1a',
    style: 'tail',
    top: '#ff6a4d',
    topShade: '#dd4a30',
    legs: 'long',
  },
  {
    skin: '#dd9c6e',
    shade: '#bf7d52',
    hair: '#c98b3b',
    style: 'bun',
    top: '#3f86ff',
    topShade: '#2a64d6',
    legs: 'long',
  },
  {
    skin: '#8d5533',
    shade: '#713f24',
    hair: '#5b3421',
    style: 'bun',
    top: '#7a5cf5',
    topShade: '#5a3fd0',
    legs: 'long',
  },
  {
    skin: '#b97549',
    shade: '#9a5c36',
    hair: '#8a4b22',
    style: 'short',
    top: '#16b3a0',
    topShade: '#0d8b80',
    legs: 'shorts',
  },
  {
    skin: '#f6cba6',
    shade: '#e0a985',
    hair: '#1b1b28',
    style: 'tail',
    top: '#ffb52e',
    topShade: '#e8921a',
    legs: 'long',
  },
  {
    skin: '#8d5533',
    shade: '#713f24',
    hair: '#5b3421',
    style: 'short',
    top: '#ff6a4d',
    topShade: '#dd4a30',
    legs: 'shorts',
  },
  {
    skin: '#dd9c6e',
    shade: '#bf7d52',
    hair: '#c98b3b',
    style: 'cap',
    top: '#16b3a0',
    topShade: '#0d8b80',
    legs: 'shorts',
  },
  {
    skin: '#f6cba6',
    shade: '#e0a985',
    hair: '#1b1b28',
    style: 'short',
    top: '#7a5cf5',
    topShade: '#5a3fd0',
    legs: 'shorts',
  },
];
const NAVY = '#1d2845';
const FAR_NAVY = '#121a30';
const FAR_SHOE = '#33426b';

const ARM = [68, 66] as const;
const LEG = [97, 96] as const;
/** From the front the knees come forward a little. */
const FRONT_LEG = [94, 92] as const;

const round = (n: number) => Math.round(n * 10) / 10;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
];

/** What two circles and the tangents to both enclose. */
function taper([ax, ay]: Point, from: number, [bx, by]: Point, to: number, fill: string): string {
  const length = Math.hypot(bx - ax, by - ay);
  if (length <= Math.abs(from - to)) return `<circle cx="${round(ax)}" cy="${round(ay)}" r="${from}" fill="${fill}"/>`;
  const along = Math.atan2(by - ay, bx - ax);
  const spread = Math.acos((from - to) / length);
  const at = (x: number, y: number, r: number, angle: number) =>
    `${round(x + r * Math.cos(angle))} ${round(y + r * Math.sin(angle))}`;
  return `<path d="M${at(ax, ay, from, along - spread)}L${at(bx, by, to, along - spread)}A${to} ${to} 0 0 1 ${at(bx, by, to, along + spread)}L${at(ax, ay, from, along + spread)}A${from} ${from} 0 1 1 ${at(ax, ay, from, along - spread)}Z" fill="${fill}"/>`;
}

const disc = ([x, y]: Point, r: number, fill: string) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${r}" fill="${fill}"/>`;

type Reach = { joint: Point; end: Point };

/** `side` is to which side of the way from root to end the limb bends. */
function reach(root: Point, limb: Limb, [upper, lower]: readonly [number, number], side: number): Reach {
  if (limb.length === 4) return { joint: [limb[0], limb[1]], end: [limb[2], limb[3]] };
  const [dx, dy] = [limb[0] - root[0], limb[1] - root[1]];
  const length = Math.hypot(dx, dy);
  // A target out of reach stretches the limb: by a little, nobody sees it.
  if (length >= upper + lower) return { joint: between(root, limb, upper / (upper + lower)), end: limb };
  const share = (upper ** 2 - lower ** 2 + length ** 2) / (2 * length ** 2);
  const height = side * Math.sqrt(Math.max(0, upper ** 2 - (share * length) ** 2));
  const [x, y] = between(root, limb, share);
  return { joint: [x + (dy / length) * height, y - (dx / length) * height], end: limb };
}

function arm(shoulder: Point, { joint, end }: Reach, skin: string, sleeve?: string): string {
  return [
    taper(shoulder, 18, joint, 14, skin),
    taper(joint, 14, end, 10, skin),
    disc(end, 12, skin),
    sleeve ? taper(shoulder, 20, between(shoulder, joint, 0.5), 18, sleeve) : '',
  ].join('');
}

const SIDE_SHOE =
  '<path d="M-14-12L11-12C17-4 34-2 39 8C41 13 39 15 35 15L-13 15C-18 15-17 2-14-12Z"/><path d="M-16 10L40 10C41 16 38 18 34 18L-12 18C-17 18-17 14-16 10Z" fill="#fff"/>';
const FRONT_SHOE =
  '<path d="M-13-10L13-10C16 0 24 4 24 12L-15 12Z"/><path d="M-16 9L25 9C27 16 24 18 20 18L-13 18C-17 18-17 14-16 9Z" fill="#fff"/>';

function leg(
  root: Point,
  { joint, end }: Reach,
  person: Person,
  look: { far: boolean; shoe: string; turn: string },
): string {
  const cloth = look.far ? FAR_NAVY : NAVY;
  const skin = look.far ? person.shade : person.skin;
  const isLong = person.legs === 'long';
  return [
    taper(joint, 19, end, 12, skin),
    isLong ? taper(joint, 19, between(joint, end, 0.78), 13.5, cloth) : '',
    `<g transform="translate(${round(end[0])} ${round(end[1])})${look.turn}" fill="${look.far ? FAR_SHOE : person.topShade}">${look.shoe}</g>`,
    isLong
      ? taper(root, 28, joint, 19, cloth)
      : taper(root, 28, joint, 19, skin) + taper(root, 30, between(root, joint, 0.52), 25.5, cloth),
  ].join('');
}

function sideHead({ skin, shade, hair, style, top }: Person, [x, y]: Point, angle: number): string {
  return [
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(angle)})">`,
    style === 'bun' ? disc([-22, -25], 13, hair) : '',
    style === 'tail' ? `<path d="M-24-14C-44-16-52 6-44 30C-40 14-34 6-22 4Z" fill="${hair}"/>` : '',
    `<ellipse rx="25" ry="29" fill="${skin}"/>`,
    disc([25, 5], 4.5, skin),
    `<path d="M21-14C18-37-16-40-27-14C-31 2-27 16-17 22C-15 8-11-3 3-8C10-10 17-10 21-14Z" fill="${hair}"/>`,
    disc([-4, 5], 6.5, shade),
    style === 'cap' ? `<path d="M-26-12C-24-38 18-38 24-12L44-10C45-5 42-4 38-4L-26-4Z" fill="${top}"/>` : '',
    '</g>',
  ].join('');
}

function drawFromSide(pose: Pose, person: Person): string {
  const { hip, torso = 0, head = 0, hands, feet, toes = [0] } = pose;
  const [sin, cos] = [Math.sin(radians(torso)), Math.cos(radians(torso))];
  const up = (distance: number, forward = 0): Point => [
    hip[0] + sin * distance + cos * forward,
    hip[1] - cos * distance + sin * forward,
  ];
  const away = (limb: Limb, by: Point): Limb =>
    limb.length === 4
      ? [limb[0] + by[0], limb[1] + by[1], limb[2] + by[0], limb[3] + by[1]]
      : [limb[0] + by[0], limb[1] + by[1]];
  const shoulders: [Point, Point] = [up(107, 1), up(107, 6)];
  const hips: [Point, Point] = [hip, up(0, 4)];
  const arms = shoulders.map((shoulder, far) =>
    reach(shoulder, (far ? hands[1] : hands[0]) ?? away(hands[0], [8, -2]), ARM, -1),
  );
  const legs = hips.map((root, far) => reach(root, (far ? feet[1] : feet[0]) ?? away(feet[0], [22, 0]), LEG, 1));
  const turn = (degrees = 0) => (degrees ? ` rotate(${degrees})` : '');
  const skull = radians(torso + head);
  const neck = up(154);
  const look = { shoe: SIDE_SHOE };
  return [
    arm(shoulders[1], arms[1]!, person.shade, person.topShade),
    leg(hips[1], legs[1]!, person, { ...look, far: true, turn: turn(toes[1] ?? toes[0]) }),
    taper(up(132), 13, neck, 12, person.shade),
    sideHead(
      person,
      [neck[0] + Math.sin(skull) * 24 + Math.cos(skull) * 2, neck[1] - Math.cos(skull) * 24 + Math.sin(skull) * 2],
      torso + head,
    ),
    disc(hip, 29, NAVY),
    taper(up(92), 34, up(22), 27, person.top),
    leg(hips[0], legs[0]!, person, { ...look, far: false, turn: turn(toes[0]) }),
    arm(shoulders[0], arms[0]!, person.skin, person.top),
  ].join('');
}

function drawFromFront(pose: Pose, person: Person): string {
  const { hip, torso = 0, head = 0, hands, feet } = pose;
  const [x, y] = hip;
  const [sin, cos] = [Math.sin(radians(torso)), Math.cos(radians(torso))];
  const mirrored = (limb: Limb): Limb =>
    limb.length === 4 ? [2 * x - limb[0], limb[1], 2 * x - limb[2], limb[3]] : [2 * x - limb[0], limb[1]];
  const bothOf = (pair: Pair<Limb>) => [pair[0], pair[1] ?? mirrored(pair[0])] as const;
  /** The bend that takes the joint away from the middle, or down where the limb is level. */
  const side = (root: Point, limb: Limb, sign: number) =>
    Math.sign((limb.at(-1)! - root[1]) * sign) || -Math.sign(limb.at(-2)! - root[0]);
  const legs = bothOf(feet).map((limb, left) => {
    const root: Point = [x + (left ? -17.5 : 17.5), y + 4];
    const turn = left ? ' scale(-1 1)' : '';
    return leg(root, reach(root, limb, FRONT_LEG, side(root, limb, left ? -1 : 1)), person, {
      far: false,
      shoe: FRONT_SHOE,
      turn,
    });
  });
  const arms = bothOf(hands).map((limb, left) => {
    const out = left ? -45 : 45;
    const shoulder: Point = [x + cos * out + sin * 118, y + sin * out - cos * 118];
    return arm(shoulder, reach(shoulder, limb, ARM, side(shoulder, limb, left ? -1 : 1)), person.skin);
  });
  const { skin, shade, hair, style, top } = person;
  return [
    ...legs,
    `<g transform="translate(${x} ${y}) rotate(${torso})">`,
    `<path d="M-48-132C-20-142 20-142 48-132C54-88 34-46 36 0L-36 0C-34-46-54-88-48-132Z" fill="${top}"/>`,
    `<path d="M-37-14L37-14L42 6L-42 6Z" fill="${NAVY}"/><path d="M-18-138Q0-112 18-138Z" fill="${shade}"/>`,
    taper([0, -134], 13, [0, -158], 12, shade),
    `<g transform="rotate(${head} 0 -150) translate(0 -180)">`,
    style === 'bun' ? disc([0, -36], 14, hair) : '',
    style === 'tail' ? `<path d="M16-20C40-16 42 14 32 34C26 18 24 6 18 0Z" fill="${hair}"/>` : '',
    `<ellipse rx="25" ry="29" fill="${skin}"/>${disc([-25, 3], 5, shade)}${disc([25, 3], 5, shade)}`,
    `<path d="M-27 2C-30-40 30-40 27 2C22-12 14-16 4-17C-8-17-20-12-27 2Z" fill="${hair}"/>`,
    '</g></g>',
    ...arms,
  ].join('');
}

/** The person is always the same for the same name. */
function personOf(name: string): Person {
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7);
  return PEOPLE[sum % PEOPLE.length]!;
}

/** A scene with the name that chooses its person, and the tint of its paper. */
export type Drawn = { name: string; tint: Tint; scene: Scene };

/** What happens on the floor stands nearer to the middle. */
const groundAt = (scale: number) => (scale >= 1.2 ? 484 : 530);

export function drawScene({ name, tint, scene }: Drawn): string {
  const { from, pose, scale, shadow, behind = [], before = [] } = scene;
  const [light, dark, paper, mark] = TINTS[tint];
  const draw = from === 'side' ? drawFromSide : drawFromFront;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" stroke-linecap="round" stroke-linejoin="round">',
    `<defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>`,
    `<rect width="800" height="600" fill="url(#g)"/><circle cx="400" cy="300" r="250" fill="${paper}"/>`,
    `<circle cx="400" cy="300" r="284" fill="none" stroke="${paper}" stroke-width="6" stroke-dasharray="420 60 120 60" stroke-opacity=".8" stroke-linecap="butt"/>`,
    `<g fill="${mark}" fill-opacity=".55">${[70, 96, 122].map((x) => `<circle cx="${x}" cy="74" r="7"/>`).join('')}</g>`,
    `<path d="M676 540L732 484M712 552L744 520" fill="none" stroke="${mark}" stroke-width="12" stroke-opacity=".45"/>`,
    `<g transform="translate(${round(400 - 400 * scale)} ${round(groundAt(scale) - 500 * scale)}) scale(${scale})">`,
    shadow ? `<ellipse cx="${shadow[0]}" cy="503" rx="${shadow[1]}" ry="15" fill="${mark}" fill-opacity=".55"/>` : '',
    ...behind,
    draw(pose, personOf(name)),
    ...before,
    '</g></svg>',
  ].join('');
}
