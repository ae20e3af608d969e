import { NO_PRESCRIPTION, type Prescription } from '@pulso/contract/content/sets-line';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepPrescriptions } from '#features/content/trainings/kept-prescriptions';

type Place = { exercise: number; note: string; superset: boolean };
type Day = Place[];

/** Few exercises and short days, so that equal lists and repetitions are frequent. */
const exercises = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 });
const storedDays = fc
  .array(fc.array(fc.record({ exercise: fc.integer({ min: 1, max: 3 }), superset: fc.boolean() }), { maxLength: 4 }), {
    maxLength: 5,
  })
  .map((days) => days.map((day, at) => day.map((place, index): Place => ({ ...place, note: `${at}.${index}` }))));
const sentDays = fc.array(fc.record({ exercises, own: fc.option(fc.constant('own'), { freq: 3 }) }), { maxLength: 5 });

/** The rules of the specification as they stand there, sentence by sentence, for notes and links. */
function model(stored: Day[], sent: { exercises: number[]; own: string | null }[]) {
  const same = (at: number, by: number) =>
    JSON.stringify(sent[at]!.exercises) === JSON.stringify(stored[by]!.map(({ exercise }) => exercise));
  const partner: (number | undefined)[] = sent.map(() => undefined);
  const isFree = (by: number) => by < stored.length && !partner.includes(by);
  for (let at = 0; at < sent.length; at += 1) if (isFree(at) && same(at, at)) partner[at] = at;
  for (let at = 0; at < sent.length; at += 1)
    for (let by = 0; by < stored.length && partner[at] === undefined; by += 1)
      if (isFree(by) && same(at, by)) partner[at] = by;
  for (let at = 0; at < sent.length; at += 1) if (partner[at] === undefined && isFree(at)) partner[at] = at;
  return sent.map((day, at) => {
    const before = partner[at] === undefined ? [] : stored[partner[at]]!;
    return day.exercises.map((exercise, index) => {
      if (day.own) return { note: 'own', superset: false };
      const rank = day.exercises.slice(0, index).filter((one) => one === exercise).length;
      const place = before.filter((one) => one.exercise === exercise)[rank];
      const next = place && before[before.indexOf(place) + 1];
      const stays = next !== undefined && next.exercise === day.exercises[index + 1];
      return { note: place?.note ?? '', superset: place !== undefined && place.superset && stays };
    });
  });
}

it('PRE-06 keeps what the matching says, of random trainings and changes', () => {
  fc.assert(
    fc.property(storedDays, sentDays, (stored, sent) => {
      const before = stored.map((day, at) => ({
        day_number: at + 1,
        training_day_exercises: day.map(({ exercise, superset, note }, index) => ({
          id: index,
          exercise_id: exercise,
          exercise: null,
          order_index: index + 1,
          sets: null,
          superset,
          note,
        })),
      }));
      const own = (count: number): Prescription[] =>
        Array.from({ length: count }, () => ({ ...NO_PRESCRIPTION, note: 'own' }));
      const kept = keepPrescriptions(
        before,
        sent.map((day, at) => ({
          day_number: at + 1,
          exercises: day.exercises,
          ...(day.own && { prescriptions: own(day.exercises.length) }),
        })),
      );
      expect(kept.map((day) => day.map(({ note, superset }) => ({ note, superset })))).toEqual(model(stored, sent));
    }),
    { numRuns: 2_000 },
  );
});
