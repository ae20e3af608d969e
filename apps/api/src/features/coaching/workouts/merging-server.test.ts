import { textOf } from '@pulso/contract/coaching/merge';
import { withCells, type CellValue } from '@pulso/contract/coaching/session';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { today } from '@pulso/contract/kit/dates';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startMergingServer } from '@pulso/testing/merging-server';
import { phoneSteps, type PhoneStep } from '@pulso/testing/phone-steps';
import { addClient, addTraining, assignOne, doneWorkout, newWorkoutId, sendWorkout } from '#test/courses';
import { quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const SEQUENCES = 50;
const START = Date.parse('2026-11-16T15:00:00Z');
let passed = 0;
const now = () => new Date(START + passed);
const app = sharedApp({ passwords: quickPasswords, now });

let begun = 0;
type Phone = Map<string, Workout>;

/** Sessions that a phone has after a step; it knows no ids but its own, and sends whatever it has. */
function change(phone: Phone, step: Exclude<PhoneStep, { kind: 'line' | 'pass' }>, course: string, by: string) {
  const begin = () => {
    const turn = Math.max(0, ...[...phone.values()].map((one) => one.turn ?? 0)) + 1;
    const id = newWorkoutId();
    // Both phones mostly think of the same day.
    const day_number = (begun += 1) % 3 === 0 ? 2 : 1;
    const empty = { id, turn, day_number, version: 0, cells: {}, started_at: now().toISOString() };
    phone.set(id, doneWorkout(course, { ...empty, day: today(now()) }));
  };
  const write = (values: Record<string, CellValue>) => {
    const last = [...phone.values()].at(-1)!;
    phone.set(last.id, withCells(last, values, by));
  };
  if (step.kind === 'begin' || phone.size === 0) begin();
  const at = now().toISOString();
  const set = { exercise_id: 7, reps: 10, seconds: null, weight: 40, at };
  if (step.kind === 'set') write({ [`s:1-7.${step.set}`]: { ...set, state: step.state } });
  // Ended or given up: what becomes of the turn is the server's.
  if (step.kind === 'end') write({ end: { ended_at: at, effort: 2, gone: false } });
  if (step.kind === 'torn') write({ end: { ended_at: null, effort: null, gone: true } });
}

it('SYN-02 W2 the server of the random test answers what the real one answers, for the same sequences of documents', async () => {
  const training_id = await addTraining(app());
  const compared = { answers: 0, joined: 0, moved: 0 };
  await fc.assert(
    fc.asyncProperty(phoneSteps, async (steps) => {
      passed = 0;
      const client = await addClient(app());
      const { id } = await assignOne(app(), { training_id, user_ids: [client.id], starts_on: today(now()) });
      const model = startMergingServer(now);
      const phones: Phone[] = [new Map(), new Map()];
      for (const step of [...steps, { kind: 'line', device: 0 }, { kind: 'line', device: 1 }] as PhoneStep[]) {
        if (step.kind === 'pass') passed += step.minutes * 60_000 * 5;
        else if (step.kind !== 'line') change(phones[step.device]!, step, `a${id}`, `phone-${step.device}`);
        else
          for (const sent of phones[step.device]!.values()) {
            const told = await sendWorkout(app(), client, sent);
            expect(textOf(told)).toBe(textOf(model.put(structuredClone(sent))));
            compared.answers += 1;
            if (told.workout.id !== sent.id) compared.joined += 1;
            else if (told.workout.turn !== sent.turn) compared.moved += 1;
          }
      }
    }),
    { numRuns: SEQUENCES, endOnFailure: true },
  );
  for (const count of Object.values(compared)) expect(count).toBeGreaterThan(SEQUENCES / 5);
});
