import { BONES, joint, type Person } from './figure';
import { paint } from './palette';
import { along, capsule, circle, ellipse, path, placed, type Point } from './svg';

/** A person seen from the front, left and right alike unless told. */
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
  const shoulderY = y - BONES.torso + 14;
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
        : joint(shoulder, hand, BONES.upperArm, BONES.forearm, (sign * bend) as 1 | -1);
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
      const [knee, ankle] = toldKnee
        ? [toldKnee, foot]
        : joint(root, foot, BONES.thigh, BONES.shin, (sign * kneeBend) as 1 | -1);
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
