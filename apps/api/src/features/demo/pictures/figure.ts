import { paint } from './palette';
import { along, capsule, circle, ellipse, moved, path, placed, toward, type Point } from './svg';

/** A person in side view, facing right, from where hip, hands and feet are; elbows and knees follow. */

/** The same proportions for everybody. */
export const BONES = { torso: 126, upperArm: 68, forearm: 66, thigh: 97, shin: 96 };

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

/** Where the middle joint of two bones is, and how far the end of them gets. */
export function joint(root: Point, end: Point, upper: number, lower: number, side: 1 | -1): [joint: Point, end: Point] {
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
  const [elbow, end] = joint(shoulder, hand, BONES.upperArm, BONES.forearm, bend);
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
  const [knee, ankle] = joint(hip, foot, BONES.thigh, BONES.shin, bend);
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
  const neck = toward(hip, lean, BONES.torso + 6);
  const chest = toward(hip, lean, BONES.torso - 28);
  const shoulder = toward(hip, lean, BONES.torso - 18);
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
