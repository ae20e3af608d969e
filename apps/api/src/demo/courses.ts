import { randomUUID } from 'node:crypto';
import {
  assignedCourse,
  nextTurn,
  type ClosedTurn,
  type CourseDay,
  type CourseMode,
} from '@pulso/contract/coaching/next-turn';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { addDays, type DateText } from '@pulso/contract/kit/dates';
import type { Random } from '#demo/random';
import { randomInstant } from '#demo/demo-types';

/** Number of clients in the demonstration who follow a training and diets. */
export const COACHED_COUNT = 40;
const WEEKS_BACK = 12;
const DIETS_EACH = 2;
const THRICE_A_WEEK = [1, 3, 5];

export type DemoTraining = { id: number; title: string };
export type DemoClient = { id: number; weight: number | null; since: DateText };
export type DemoAssignment = {
  user_id: number;
  training_id: number | null;
  diet_id: number | null;
  title: string;
  starts_on: DateText;
  mode: CourseMode;
  weekdays: readonly number[];
};

type Choice = { clients: DemoClient[]; trainings: DemoTraining[]; diets: { id: number; title: string }[] };

export function assignDemoCourses(
  random: Random,
  today: DateText,
  { clients, trainings, diets }: Choice,
): DemoAssignment[] {
  return clients.flatMap(({ id: user_id, since }, index) => {
    const earliest = addDays(today, -7 * WEEKS_BACK);
    const began = addDays(since > earliest ? since : earliest, random.int(0, 10));
    // Two begin next week.
    const starts_on = index % 20 === 19 || began > today ? addDays(today, random.int(2, 6)) : began;
    const schedule = { user_id, starts_on, training_id: null, diet_id: null, mode: 'sequence', weekdays: [] } as const;
    const training = trainings[index % trainings.length]!;
    const byWeekdays = index % 3 === 2 ? ({ mode: 'weekdays', weekdays: THRICE_A_WEEK } as const) : {};
    const eaten = Array.from({ length: DIETS_EACH }, (_, nth) => diets[(index * DIETS_EACH + nth) % diets.length]!);
    return [
      { ...schedule, ...byWeekdays, training_id: training.id, title: training.title },
      ...eaten.map(({ id, title }) => ({ ...schedule, diet_id: id, title })),
    ];
  });
}

/** The sessions until yesterday of somebody who leaves some out. */
export function tellDemoWorkouts(
  random: Random,
  today: DateText,
  { id, training_id, title, starts_on, mode, weekdays }: DemoAssignment & { id: number },
  days: CourseDay[],
): Workout[] {
  const closed: ClosedTurn[] = [];
  const zeal = 0.55 + random.next() * 0.4;
  for (let day = starts_on; day < today; day = addDays(day, 1)) {
    const next = nextTurn({ days, mode, weekdays, starts_on, ends_on: null, first_day: null, closed }, day);
    if (next?.state !== 'train' || next.turn === null || next.day_number === null || !random.chance(zeal)) continue;
    closed.push({ turn: next.turn, day_number: next.day_number, day });
  }
  return closed.map(({ turn, day_number, day }) => {
    const at = randomInstant(random, day, today);
    return {
      id: randomUUID(),
      schema: 1,
      course: assignedCourse(id),
      turn,
      training_id,
      day_number,
      title,
      day,
      started_at: at,
      offset: 0,
      version: 1,
      places: [],
      cells: { end: { ended_at: at, effort: null, gone: false, v: 1, by: 'muestra1' } },
    };
  });
}
