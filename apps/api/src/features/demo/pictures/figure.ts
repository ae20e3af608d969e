import { paint } from './palette';
import { along, capsule, circle, ellipse, moved, path, placed, toward, type Point } from './svg';

/** A person in side view, facing right, from where hip, hands and feet are; elbows and knees follow. */

const TORSO = 126;
const UPPER_ARM = 68;
const FOREARM = 66;
const THIGH = 97;
const SHIN = 96;

export type Person = {
  skin: string;
  skinDeep: string;
  hair: string;
  style: 'short' | 'bun' | 'tail' | 'cap';
  top: string;
  topDeep: string;
  bottom: string;
  bottomDeep: string;
  shoe: string;
  leggings: boolean;
  sleeves: boolean;
};

type Arm = { hand: Point; /** 1 bends the elbow backwards, as seen standing. */ bend?: 1 | -1 };
type Leg = { foot: Point; /** Direction of the toes: 90 is ahead, 180 is down. */ toe?: number; bend?: 1 | -1 };

export type Pose = {
  hip: Point;
  /** From hip to neck: 0 is upright, 90 lies with the head to the right. */
  lean: number;
  /** Added to the lean for the head alone. */
  nod?: number;
  arms: [near: Arm, far: Arm];
  legs: [near: Leg, far: Leg];
  /** Things between the layers of the body. */
  behind?: string;
  beforeArm?: string;
  front?: string;
};

/** Where the middle joint of two bones is. */
function joint(root: Point, end: Point, upper: number, lower: number, side: 1 | -1): [joint: Point, end: Point] {
  const [dx, dy] = [end[0] - root[0], end[1] - root[1]];
  const wanted = Math.hypot(dx, dy);
  const distance = Math.min(Math.max(wanted, Math.abs(upper - lower) + 4), upper + lower - 0.5);
  const angle = Math.atan2(dy, dx);
  const inner = Math.acos((upper * upper + distance * distance - lower * lower) / (2 * upper * distance));
  const bent = angle + side * inner;
  return [
    [root[0] + upper * Math.cos(bent), root[1] + upper * Math.sin(bent)],
    [root[0] + distance * Math.cos(angle), root[1] + distance * Math.sin(angle)],
  ];
}

function shoe(at: Point, toe: number, color: string): string {
  return placed(
    { at, turn: toe - 90 },
    path('M-14 -12L11 -12C17 -4 34 -2 39 8C41 13 39 15 35 15L-13 15C-18 15 -17 2 -14 -12Z', color),
    path('M-16 10L40 10C41 16 38 18 34 18L-12 18C-17 18 -17 14 -16 10Z', paint.white),
  );
}

function arm(person: Person, shoulder: Point, { hand, bend = 1 }: Arm, far: boolean): string {
  const [elbow, end] = joint(shoulder, hand, UPPER_ARM, FOREARM, bend);
  const skin = far ? person.skinDeep : person.skin;
  const sleeve = far ? person.topDeep : person.top;
  return (
    capsule(shoulder, elbow, 18, 14, skin) +
    capsule(elbow, end, 14, 10, skin) +
    circle(end, 12, skin) +
    (person.sleeves ? capsule(shoulder, along(shoulder, elbow, 0.5), 20, 18, sleeve) : circle(shoulder, 18, skin))
  );
}

function leg(person: Person, hip: Point, { foot, toe = 90, bend = -1 }: Leg, far: boolean): string {
  const [knee, ankle] = joint(hip, foot, THIGH, SHIN, bend);
  const skin = far ? person.skinDeep : person.skin;
  const cloth = far ? person.bottomDeep : person.bottom;
  const shinTop = person.leggings ? cloth : skin;
  return (
    capsule(knee, ankle, 19, 12, skin) +
    (person.leggings ? capsule(knee, along(knee, ankle, 0.78), 19, 13.5, cloth) : '') +
    shoe(ankle, toe, far ? paint.inkSoft : person.shoe) +
    capsule(hip, knee, 28, 19, shinTop) +
    (person.leggings ? '' : capsule(hip, along(hip, knee, 0.52), 30, 25.5, cloth))
  );
}

function head(person: Person, neck: Point, direction: number): string {
  const center = toward(neck, direction, 46);
  const hair = 'M21 -14C18 -37 -16 -40 -27 -14C-31 2 -27 16 -17 22C-15 8 -11 -3 3 -8C10 -10 17 -10 21 -14Z';
  const extras = {
    short: '',
    bun: circle([-22, -25], 13, person.hair),
    tail: path('M-24 -14C-44 -16 -52 6 -44 30C-40 14 -34 6 -22 4Z', person.hair),
    cap: path('M-26 -12C-24 -38 18 -38 24 -12L44 -10C45 -5 42 -4 38 -4L-26 -4Z', person.top),
  }[person.style];
  return (
    capsule(neck, toward(neck, direction, 22), 13, 12, person.skinDeep) +
    placed(
      { at: center, turn: direction },
      person.style === 'tail' || person.style === 'bun' ? extras : '',
      ellipse([0, 0], 25, 29, person.skin),
      circle([25, 5], 4.5, person.skin),
      path(hair, person.hair),
      circle([-4, 5], 6.5, person.skinDeep),
      person.style === 'cap' ? extras : '',
    )
  );
}

export function figure(person: Person, pose: Pose): string {
  const { hip, lean, nod = 0 } = pose;
  const neck = toward(hip, lean, TORSO + 6);
  const chest = toward(hip, lean, TORSO - 28);
  const shoulder = toward(hip, lean, TORSO - 18);
  const farShoulder = toward(shoulder, lean + 90, 5);
  return [
    pose.behind ?? '',
    arm(person, farShoulder, pose.arms[1], true),
    leg(person, moved(hip, 3, 0), pose.legs[1], true),
    head(person, neck, lean + nod),
    circle(hip, 29, person.bottom),
    capsule(chest, toward(hip, lean, 22), 34, 27, person.top),
    leg(person, hip, pose.legs[0], false),
    pose.beforeArm ?? '',
    arm(person, shoulder, pose.arms[0], false),
    pose.front ?? '',
  ].join('');
}

/** The same person from the front, left and right alike unless told. */
export type FrontPose = {
  hip: Point;
  /** Of the hand at the right of the picture; the other mirrors it. */
  hand: Point;
  otherHand?: Point;
  bend?: 1 | -1;
  foot: Point;
  otherFoot?: Point;
  kneeBend?: 1 | -1;
  /** Of limbs that point at the viewer, whose length the picture cannot show. */
  elbow?: Point;
  knee?: Point;
  behind?: string;
  front?: string;
  armsBehind?: boolean;
};

export function frontFigure(person: Person, pose: FrontPose): string {
  const { hip, bend = 1, kneeBend = -1 } = pose;
  const [x, y] = hip;
  const mirrored = ([px, py]: Point): Point => [2 * x - px, py];
  const shoulderY = y - TORSO + 14;
  const sides: { sign: 1 | -1; hand: Point; foot: Point }[] = [
    { sign: 1, hand: pose.hand, foot: pose.foot },
    { sign: -1, hand: pose.otherHand ?? mirrored(pose.hand), foot: pose.otherFoot ?? mirrored(pose.foot) },
  ];
  const arms = sides
    .map(({ sign, hand }) => {
      const shoulder: Point = [x + sign * 44, shoulderY];
      const toldElbow = pose.elbow && (sign > 0 ? pose.elbow : mirrored(pose.elbow));
      const [elbow, end] = toldElbow
        ? [toldElbow, hand]
        : joint(shoulder, hand, UPPER_ARM, FOREARM, (sign * bend) as 1 | -1);
      return (
        capsule(shoulder, elbow, 17, 13, person.skin) +
        capsule(elbow, end, 13, 10, person.skin) +
        circle(end, 12, person.skin) +
        (person.sleeves ? capsule(shoulder, along(shoulder, elbow, 0.5), 19, 17, person.topDeep) : '')
      );
    })
    .join('');
  const legs = sides
    .map(({ sign, foot }) => {
      const root: Point = [x + sign * 17, y + 8];
      const toldKnee = pose.knee && (sign > 0 ? pose.knee : mirrored(pose.knee));
      const [knee, ankle] = toldKnee ? [toldKnee, foot] : joint(root, foot, THIGH, SHIN, (sign * kneeBend) as 1 | -1);
      const cloth = person.bottom;
      return (
        capsule(knee, ankle, 18, 12, person.skin) +
        (person.leggings ? capsule(knee, along(knee, ankle, 0.78), 18, 13.5, cloth) : '') +
        placed(
          { at: ankle, flip: sign < 0 },
          path('M-13 -10L13 -10C16 0 24 4 24 12L-15 12Z', person.shoe),
          path('M-16 9L25 9C27 16 24 18 20 18L-13 18C-17 18 -17 14 -16 9Z', paint.white),
        ) +
        capsule(root, knee, 25, 18, person.leggings ? cloth : person.skin) +
        (person.leggings ? '' : capsule(root, along(root, knee, 0.52), 27, 24, cloth))
      );
    })
    .join('');
  const torso = path(
    `M${x - 48} ${shoulderY - 14}C${x - 20} ${shoulderY - 24} ${x + 20} ${shoulderY - 24} ${x + 48} ${shoulderY - 14}` +
      `C${x + 54} ${shoulderY + 30} ${x + 34} ${y - 40} ${x + 36} ${y + 6}L${x - 36} ${y + 6}C${x - 34} ${y - 40} ${x - 54} ${shoulderY + 30} ${x - 48} ${shoulderY - 14}Z`,
    person.top,
  );
  const center: Point = [x, shoulderY - 62];
  const face =
    capsule([x, shoulderY - 16], [x, shoulderY - 40], 13, 12, person.skinDeep) +
    placed(
      { at: center },
      person.style === 'bun' ? circle([0, -36], 14, person.hair) : '',
      person.style === 'tail' ? path('M16 -20C40 -16 42 14 32 34C26 18 24 6 18 0Z', person.hair) : '',
      ellipse([0, 0], 25, 29, person.skin),
      circle([-25, 3], 5, person.skinDeep),
      circle([25, 3], 5, person.skinDeep),
      person.style === 'cap'
        ? path('M-27 -8C-26 -40 26 -40 27 -8C14 -14 -14 -14 -27 -8Z', person.topDeep)
        : path('M-27 2C-30 -40 30 -40 27 2C22 -12 14 -16 4 -17C-8 -17 -20 -12 -27 2Z', person.hair),
    );
  const collar = path(
    `M${x - 18} ${shoulderY - 20}Q${x} ${shoulderY + 6} ${x + 18} ${shoulderY - 20}Z`,
    person.skinDeep,
  );
  const belt = path(`M${x - 37} ${y - 8}L${x + 37} ${y - 8}L${x + 42} ${y + 12}L${x - 42} ${y + 12}Z`, person.bottom);
  return [
    pose.behind ?? '',
    pose.armsBehind ? arms : '',
    legs,
    torso,
    belt,
    collar,
    face,
    pose.armsBehind ? '' : arms,
    pose.front ?? '',
  ].join('');
}
