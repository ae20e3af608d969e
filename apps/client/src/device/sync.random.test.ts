import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { mergeCells, textOf } from '@pulso/contract/coaching/merge';
import { newWorkout, withCells, type CellValue } from '@pulso/contract/coaching/session';
import { doneSetsOf } from '@pulso/contract/coaching/sets';
import type { Cell, Workout } from '@pulso/contract/coaching/workouts';
import { today } from '@pulso/contract/kit/dates';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CallFailure } from '@pulso/web/answers';
import { startMergingServer } from '@pulso/testing/merging-server';
import { clockSkews, phoneSteps, type Fault, type PhoneStep } from '@pulso/testing/phone-steps';
import { openStorage } from '#device/log-storage';
import { openWorkoutOf } from '#device/log.rules';
import { createLog, type Log } from '#device/sync';

// Test files share what is global, and persons with the same ids.
globalThis.indexedDB = new IDBFactory();

const START = Date.parse('2026-11-16T15:00:00Z');

let made = 0;
/** A UUID of version 7 of that moment. */
const idAt = (time: number) => {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${(made += 1).toString(16).padStart(12, '0')}`;
};

/** Two phones of one person, their server, and all that was ticked on them. */
function startWorld(skews: readonly number[]) {
  let passed = 0;
  const server = startMergingServer(() => new Date(START + passed));
  const written: { id: string; cells: Record<string, Cell> }[] = [];
  const earlier: Workout[] = [];

  function startPhone(skew: number, name: string) {
    const personId = (made += 1);
    let line: Fault | 'off' = 'none';
    let life = 0;
    let release = 0;
    let timer: { work: () => void; at: number } | undefined;
    let log: Log;

    function answer(method: string, path: string, json: unknown): unknown {
      if (path.endsWith('/versions')) return server.versions();
      if (method === 'GET') return structuredClone(server.find(path.split('/').at(-1)!));
      const sent = structuredClone(json) as Workout;
      earlier.push(sent);
      const told = structuredClone(server.put(structuredClone(sent)));
      if (line === 'doubled') return structuredClone(server.put(sent));
      // One of long ago arrives again.
      if (line === 'late') server.put(structuredClone(earlier[Math.floor(earlier.length / 2)]!));
      return told;
    }

    async function live() {
      life += 1;
      timer = undefined;
      const own = life;
      const isDead = () => own !== life;
      const storage = openStorage(personId);
      if (release === 0) await storage.setInside(true);
      log = createLog({
        storage: {
          ...storage,
          // A killed browser writes nothing any more, and hears of nothing.
          write: (work) => (isDead() ? new Promise(() => undefined) : storage.write(work)),
        },
        call: async (method, path, json) => {
          if (isDead()) return new Promise(() => undefined);
          const fault = line;
          if (fault === 'off' || fault === 'lost-request') throw new CallFailure(0, undefined);
          if (fault === 'busy') throw new CallFailure(503, undefined, {}, undefined, 40);
          const told = answer(method, path, json);
          if (fault === 'lost-answer') throw new CallFailure(0, undefined);
          return told;
        },
        // A clock that runs wrong: nothing depends on it but the times that are shown.
        now: () => new Date(START + passed + skew),
        ownTime: () => START + passed + skew,
        ticks: () => passed,
        later: (work, ms) => {
          const set = { work, at: passed + ms };
          if (!isDead()) timer = set;
          return () => {
            if (timer === set) timer = undefined;
          };
        },
        isShown: () => true,
        deviceName: name,
        release: String(release),
        tellOthers: () => undefined,
        onSent: () => undefined,
      });
      await log.load();
    }

    const open = () => openWorkoutOf(log.read().workouts, new Date(START + passed))?.id;
    const write = async (id: string, values: Record<string, CellValue>) => {
      const changed = await log.alter(id, (found) => withCells(found!, values, name));
      // It was ticked from here on.
      const cells = Object.fromEntries(Object.keys(values).map((cell) => [cell, changed.cells[cell]!]));
      written.push({ id: changed.id, cells });
    };
    const begin = async () => {
      const now = new Date(START + passed);
      const turn = Math.max(0, ...log.read().workouts.map(({ workout }) => workout.turn ?? 0)) + 1;
      const given = { id: idAt(now.getTime()), course: 'a1', turn, training_id: 1, day_number: 1, title: 'Fuerza' };
      const targets = [{ reps: 10, reps_max: null, seconds: null, weight: 40, rest: 60 }];
      const places = [{ key: '1-7', exercise_id: 7, targets, superset: false, note: '' }];
      const workout = newWorkout({ ...given, day: today(now), started_at: now.toISOString(), offset: 0, places });
      await log.alter(workout.id, () => workout);
      return workout.id;
    };
    return {
      live,
      read: () => log.read(),
      due: () => timer,
      wake: () => log.wake(),
      fire: async () => {
        const { work } = timer!;
        timer = undefined;
        work();
        await log.send();
      },
      setLine: (next: Fault | 'off') => {
        line = next;
        if (next === 'none') log.wake();
      },
      begin,
      async set(n: number, state: 'done' | 'todo' | 'gone') {
        const at = new Date(START + passed).toISOString();
        const values = { exercise_id: 7, reps: 10 + (made++ % 5), seconds: null, weight: 40 };
        await write(open() ?? (await begin()), { [`s:1-7.${n}`]: { state, ...values, at } });
      },
      async end() {
        const id = open();
        const ended_at = new Date(START + passed).toISOString();
        if (id) await write(id, { end: { ended_at, effort: 2, gone: false } });
      },
      /** Killed in the middle of sending. */
      async kill() {
        if (timer) timer.work();
        await live();
      },
      /** Killed in the middle of a change: whether it is there, the next start says. */
      async tear() {
        const id = open();
        if (!id) return;
        const values = { note: { text: `Nota ${(made += 1)}` } };
        void log.alter(id, (found) => withCells(found!, values, name));
        await new Promise((resolve) => setImmediate(resolve));
        await live();
        const there = log.read().workouts.find(({ workout }) => workout.id === id)?.workout;
        const note = there?.cells.note;
        if (note && 'text' in note && note.text === values.note.text) written.push({ id, cells: { note } });
      },
      async update() {
        release += 1;
        await live();
      },
    };
  }

  const phones = skews.map((skew, index) => startPhone(skew, ['uno', 'dos'][index]!));
  /** Time goes by; what is due happens in its order. */
  async function pass(ms: number) {
    const until = passed + ms;
    for (;;) {
      const due = phones
        .flatMap((phone) => ({ phone, at: phone.due()?.at ?? Infinity }))
        .toSorted((one, other) => one.at - other.at)[0]!;
      if (due.at > until) break;
      passed = Math.max(passed, due.at);
      await due.phone.fire();
    }
    passed = until;
  }
  return { server, phones, written, pass };
}

async function run(world: ReturnType<typeof startWorld>, one: PhoneStep) {
  if (one.kind === 'pass') return world.pass(one.minutes * 60_000);
  const phone = world.phones[one.device]!;
  if (one.kind === 'set') return phone.set(one.set, one.state);
  if (one.kind === 'line') return phone.setLine(one.fault);
  if (one.kind === 'begin') return void (await phone.begin());
  if (one.kind === 'end') return phone.end();
  if (one.kind === 'kill') return phone.kill();
  if (one.kind === 'torn') return phone.tear();
  if (one.kind === 'update') return phone.update();
  return phone.live();
}

const byId = (one: Workout, other: Workout) => (one.id < other.id ? -1 : 1);

it('SYN-02 W2 1,000 random sequences on two phones, with the storage in memory, end with server = phones, no set lost and none doubled', async () => {
  let sets = 0;
  await fc.assert(
    fc.asyncProperty(phoneSteps, clockSkews, async (steps, skews) => {
      const world = startWorld(skews);
      const { server, phones, written } = world;
      for (const phone of phones) await phone.live();
      for (const one of steps) await run(world, one);
      // Both have signal again, and are opened once more each after the other.
      for (const phone of [...phones, ...phones]) {
        phone.setLine('none');
        await phone.live();
        await world.pass(10 * 60_000);
      }

      const documents = server.documents().toSorted(byId);
      for (const phone of phones) {
        const { workouts, unsentWorkouts } = phone.read();
        expect(unsentWorkouts).toBe(0);
        expect(workouts.map(({ workout }) => workout).toSorted(byId)).toEqual(documents);
      }
      // T2: a turn is held once.
      expect(new Set(server.turns()).size).toBe(server.turns().length);
      for (const { id, cells } of documents) {
        const ofDocument = written.filter((one) => server.idOf(one.id) === id);
        const expected = ofDocument.reduce<Record<string, Cell>>((all, one) => mergeCells(all, one.cells), {});
        expect(textOf(cells)).toBe(textOf(expected));
        sets += doneSetsOf({ cells }).reduce((sum, one) => sum + one.sets.length, 0);
      }
      expect(written.every(({ id }) => server.find(id) !== undefined)).toBe(true);
    }),
    { numRuns: 1_000, endOnFailure: true },
  );
  expect(sets).toBeGreaterThan(1_000);
}, 120_000);
