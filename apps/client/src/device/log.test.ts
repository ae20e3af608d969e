import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { MeasureCell } from '@pulso/contract/coaching/measures';
import { newWorkout, withCells } from '@pulso/contract/coaching/session';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { describe, expect, it } from 'vitest';
import { CallFailure } from '@pulso/web/answers';
import { openStorage, StorageRefused, type LogStorage } from '#device/log-storage';
import { createLog } from '#device/sync';

// Test files share what is global, and persons with the same ids.
globalThis.indexedDB = new IDBFactory();

const NOW = new Date('2026-11-16T15:00:00Z');
let nextPerson = 1;

type Answer = (method: string, path: string, json: unknown) => unknown;
const NOTHING_TOLD = [] as { id: string; version: number }[];
const offline: Answer = () => {
  throw new CallFailure(0, undefined);
};
/** Takes what is sent. */
const taking: Answer = (_method, _path, json) => ({ workout: json as Workout, changed: true });

type Device = {
  answer: Answer;
  versions: typeof NOTHING_TOLD;
  release: string;
  storage: Partial<LogStorage>;
  now: Date;
};

/** A phone whose time goes by as it is told to. */
async function startDevice(given: Partial<Device> = {}, personId = nextPerson++) {
  const device: Device = { answer: offline, versions: NOTHING_TOLD, release: '1', storage: {}, now: NOW, ...given };
  let ticks = 0;
  let timer: { work: () => void; at: number } | undefined;
  const stored = openStorage(personId);
  await stored.setInside(true);
  const calls: string[] = [];
  const log = createLog({
    storage: { ...stored, ...device.storage },
    call: async (method, path, json) => {
      if (path.endsWith('/versions')) return device.versions;
      calls.push(`${method} ${path.split('/').at(-1)}`);
      return device.answer(method, path, json);
    },
    now: () => device.now,
    ownTime: () => device.now.getTime(),
    ticks: () => ticks,
    later: (work, ms) => {
      const set = { work, at: ticks + ms };
      timer = set;
      return () => {
        if (timer === set) timer = undefined;
      };
    },
    isShown: () => true,
    deviceName: 'uno',
    release: device.release,
    tellOthers: () => undefined,
    onSent: () => undefined,
  });
  await log.load();
  await log.send();
  const begin = (id: string) => log.alter(id, () => begun(id));
  const note = (id: string, text: string) => log.alter(id, (found) => withCells(found!, { note: { text } }, 'uno'));
  /** Lets time go by, and what was due happen. */
  const pass = async (ms: number) => {
    ticks += ms;
    if (!timer || timer.at > ticks) return;
    timer.work();
    await log.send();
  };
  return { device, log, stored, calls, begin, note, pass, personId, due: () => timer && timer.at - ticks };
}

const begun = (id: string): Workout =>
  newWorkout({
    ...{ id, course: 'a1', turn: 1, training_id: 1, day_number: 1, title: 'Fuerza', day: '2026-11-16' },
    ...{ started_at: NOW.toISOString(), offset: 0, places: [] },
  });
const idOf = (n: number) => `019a8d5b-${String(n).padStart(4, '0')}-7000-8000-000000000001`;
const [ID, OTHER] = [idOf(1), idOf(2)];

describe('the log of a phone', () => {
  it('SYN-04 has after a restart what was ticked, and that it is unsent', async () => {
    const first = await startDevice();
    await first.begin(ID);
    await first.note(ID, 'Bien');
    const again = await startDevice({}, first.personId);
    expect(again.log.read()).toMatchObject({ unsentWorkouts: 1, workouts: [{ workout: { id: ID }, unsent: true }] });
    expect(again.log.read().workouts[0]!.workout.cells.note).toMatchObject({ text: 'Bien', v: 1, by: 'uno' });
  });

  it('sends a change within two seconds, and no two rounds within five', async () => {
    const phone = await startDevice({ answer: taking });
    await phone.pass(60_000);
    await phone.begin(ID);
    expect(phone.due()).toBeLessThanOrEqual(2_000);
    await phone.pass(2_000);
    expect(phone.log.read().unsentWorkouts).toBe(0);
    await phone.note(ID, 'Bien');
    expect(phone.due()).toBe(5_000);
    await phone.pass(5_000);
    expect(phone.calls).toEqual([`PUT ${ID.split('/').at(-1)}`, `PUT ${ID}`]);
    expect(phone.due()).toBeUndefined();
  });

  it('tries again after 30 seconds, then ever later up to 5 minutes, never before Retry-After, and at once when the signal is back', async () => {
    const phone = await startDevice();
    await phone.begin(ID);
    const waits = [];
    for (let round = 0; round < 6; round += 1) {
      await phone.pass(phone.due()!);
      waits.push(phone.due()! / 1_000);
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300]);
    phone.device.answer = () => {
      throw new CallFailure(429, undefined, {}, undefined, 400);
    };
    await phone.pass(300_000);
    expect(phone.due()).toBe(400_000);
    phone.log.wake();
    expect(phone.due()).toBe(400_000);
    phone.device.answer = taking;
    await phone.pass(400_000);
    expect(phone.log.read().unsentWorkouts).toBe(0);
  });

  it('keeps as unsent what changed while it was sent', async () => {
    const phone = await startDevice({
      answer: async (_method, _path, json) => {
        await phone.note(ID, 'Mientras tanto');
        // Another phone has gone on far beyond.
        const sent = json as Workout;
        return { workout: { ...sent, version: 9, cells: { ...sent.cells, 'k:1-7': skipped(9) } }, changed: true };
      },
    });
    await phone.begin(ID);
    await phone.pass(5_000);
    const [kept] = phone.log.read().workouts;
    expect(kept).toMatchObject({ unsent: true, workout: { version: 9 } });
    expect(Object.keys(kept!.workout.cells)).toEqual(['k:1-7', 'note']);
  });

  it('SYN-06 takes the id that the session has on the server, and goes on with it under both', async () => {
    const phone = await startDevice({
      answer: (_method, _path, json) => ({ workout: { ...(json as Workout), id: OTHER }, changed: true }),
    });
    await phone.begin(ID);
    await phone.pass(5_000);
    await phone.note(ID, 'Bien');
    expect(phone.log.read().workouts).toMatchObject([{ workout: { id: OTHER, cells: { note: { text: 'Bien' } } } }]);
    expect(phone.log.idOf(ID)).toBe(OTHER);
    expect((await startDevice({}, phone.personId)).log.read().workouts).toHaveLength(1);
  });

  it('SYN-14 holds up nothing by a session that is refused, and tries it again daily and with the next version of the app', async () => {
    const refusing: Answer = (method, path, json) => {
      if (path.endsWith(ID)) throw new CallFailure(409, 'La app es más nueva', {}, 'newer');
      return taking(method, path, json);
    };
    const phone = await startDevice({ answer: refusing });
    await phone.begin(ID);
    await phone.begin(OTHER);
    await phone.pass(5_000);
    expect(phone.log.read().workouts).toMatchObject([
      { workout: { id: ID }, unsent: true, refused: { message: 'La app es más nueva' } },
      { workout: { id: OTHER }, unsent: false },
    ]);
    expect(phone.due()).toBeUndefined();
    const sameDay = await startDevice({ answer: taking, versions: [{ id: OTHER, version: 0 }] }, phone.personId);
    expect(sameDay.calls).toEqual([]);
    const tomorrow = new Date(NOW.getTime() + 86_400_000);
    for (const next of [{ now: tomorrow }, { release: '2' }]) {
      const later = await startDevice(
        { ...next, answer: refusing, versions: [{ id: OTHER, version: 0 }] },
        phone.personId,
      );
      expect(later.calls, JSON.stringify(next)).toEqual([`PUT ${ID}`]);
    }
  });

  it('SYN-14 sends what a restored server lacks, and fetches what another phone has gone on with or begun', async () => {
    const phone = await startDevice({ answer: taking });
    await phone.begin(ID);
    await phone.begin(OTHER);
    await phone.pass(5_000);
    await phone.note(ID, 'Bien');
    await phone.pass(5_000);
    const begunToday = `${(NOW.getTime() - 3_600_000)
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000009`;
    const again = await startDevice(
      {
        answer: (method, path, json) =>
          method === 'PUT' ? taking(method, path, json) : { ...begun(path.split('/').at(-1)!), version: 4 },
        versions: [
          { id: ID, version: 0 },
          { id: OTHER, version: 4 },
          { id: begunToday, version: 4 },
          { id: idOf(9).replace('019a8d5b', '01900000'), version: 1 },
        ],
      },
      phone.personId,
    );
    expect(again.calls).toEqual([`PUT ${ID}`, `GET ${OTHER}`, `GET ${begunToday}`]);
  });

  it('SYN-13 ticks a change only when the server has it where nothing can be stored, and rejects where it does not', async () => {
    const full = async () => {
      throw new StorageRefused();
    };
    const phone = await startDevice({ answer: taking, storage: { write: full } });
    await phone.begin(ID);
    expect(phone.log.read()).toMatchObject({ storage: 'refused', unsentWorkouts: 0 });
    const noted = await phone.note(ID, 'Bien');
    expect(noted.cells.note).toMatchObject({ text: 'Bien' });
    expect(phone.calls).toEqual([`PUT ${ID}`, `PUT ${ID}`]);
    phone.device.answer = offline;
    await expect(phone.note(ID, 'Sin señal')).rejects.toThrow(CallFailure);
    expect(phone.log.read().workouts[0]!.workout.cells.note).toMatchObject({ text: 'Bien' });
  });

  it('PGR-05 sends measures by their cells, keeps the greater version, and goes on with one that is refused', async () => {
    const phone = await startDevice({
      answer: (_method, _path, json) => {
        const { cells } = json as { cells: MeasureCell[] };
        const [first, ...others] = cells;
        const told = others.map((cell) => ({ ...cell, value: 80, v: 7, by: 'otro' }));
        return {
          cells: told,
          refused: [{ kind: first!.kind, day: first!.day, message: 'El valor no parece correcto' }],
        };
      },
    });
    await phone.log.alterMeasure({ kind: 'weight', day: '2026-11-15', value: 999 });
    await phone.log.alterMeasure({ kind: 'weight', day: '2026-11-16', value: 72 });
    await phone.pass(5_000);
    expect(phone.log.read().measures).toMatchObject([
      { value: 999, unsent: true, refused: { message: 'El valor no parece correcto' } },
      { value: 80, v: 7, unsent: false },
    ]);
    await phone.log.alterMeasure({ kind: 'weight', day: '2026-11-16', value: 73 });
    expect(phone.log.read().measures[1]).toMatchObject({ value: 73, v: 8, by: 'uno', unsent: true });
  });

  it('SYN-11 sends nothing once its person has left, and drops what is old and sent', async () => {
    const phone = await startDevice({ answer: taking });
    await phone.begin(ID);
    await phone.pass(5_000);
    const later = await startDevice(
      { now: new Date('2027-01-20T15:00:00Z'), versions: [{ id: ID, version: 0 }] },
      phone.personId,
    );
    await later.log.prune();
    expect((await phone.stored.read()).workouts).toEqual([]);
    await later.begin(OTHER);
    await later.stored.setInside(false);
    later.device.answer = taking;
    await later.pass(10_000);
    expect(later.calls).toEqual([]);
  });

  it('takes less than 3 MB for two years without signal, four sessions of 25 sets a week', () => {
    const targets = Array.from({ length: 5 }, () => ({
      reps: 10,
      reps_max: null,
      seconds: null,
      weight: 40,
      rest: 90,
    }));
    const places = [1, 2, 3, 4, 5].map((n) => ({
      ...{
        key: `${n}-10${n}`,
        exercise_id: 100 + n,
        title: 'Sentadilla con barra',
        targets,
        superset: false,
        note: '',
      },
    }));
    const at = NOW.toISOString();
    const cells = places.flatMap(({ key, exercise_id }) =>
      targets.map((_target, index) => [
        `s:${key}.${index + 1}`,
        { state: 'done' as const, exercise_id, reps: 10, seconds: null, weight: 40, at },
      ]),
    );
    const bytes = JSON.stringify(withCells({ ...begun(ID), places }, Object.fromEntries(cells), 'abcdefgh')).length;
    expect(bytes * 4 * 104).toBeLessThan(3_000_000);
  });
});

const skipped = (v: number) => ({ reason: 'time' as const, text: '', v, by: 'otro' });
