import { MAX_MEASURE_CELLS } from '@pulso/contract/coaching/measures.labels';
import type { MeasureCell, MeasuresAnswer } from '@pulso/contract/coaching/measures';
import type { Workout, WorkoutAnswer } from '@pulso/contract/coaching/workouts';
import { today } from '@pulso/contract/kit/dates';
import { CallFailure } from '@pulso/web/answers';
import {
  compareVersions,
  isOld,
  isOldMeasure,
  isSendable,
  measureName,
  nextAttempt,
  withTold,
  withToldMeasure,
  type KeptMeasure,
  type KeptWorkout,
} from '#device/log.rules';
import { StorageRefused, type LogStorage, type LogTransaction, type OtherName } from '#device/log-storage';

/** What a log needs of its device. */
export type LogPorts = {
  storage: LogStorage;
  /** Answers the data of a call, or throws a `CallFailure`. */
  call: (method: 'GET' | 'PUT', path: string, json?: unknown) => Promise<unknown>;
  /** The server's clock. */
  now: () => Date;
  /** This device's own clock, in milliseconds, by which kept answers are dated. */
  ownTime: () => number;
  /** Milliseconds that only go up, in which waits are counted. */
  ticks: () => number;
  /** Does something later; answers how to call it off. */
  later: (work: () => void, ms: number) => () => void;
  isShown: () => boolean;
  deviceName: string;
  release: string;
  /** Tells the other tabs that the storage has news. */
  tellOthers: () => void;
  /** A session was sent, and what the server computes from it is another by now. */
  onSent: (workout: Workout) => void;
};

export type LogState = {
  /** Sessions of the last weeks, oldest first, those that were given up included. */
  workouts: readonly KeptWorkout[];
  measures: readonly KeptMeasure[];
  /** 'refused': each change is sent at once, and nothing is kept here. */
  storage: 'kept' | 'refused';
  unsentWorkouts: number;
  unsentMeasures: number;
  /** The session has ended: what is noted waits until the same person enters again. */
  isOver: boolean;
};

type Outcome = 'sent' | 'refused' | 'failed' | 'stop';

/** Statuses with which one document is refused, whenever it is sent. */
const isRefusal = ({ status, code }: CallFailure) =>
  [400, 404, 413].includes(status) || (status === 409 && code === 'newer');
/** Nothing else will be answered either. */
const isStop = ({ status }: CallFailure) => [0, 401, 429, 502, 503, 504].includes(status);
const COMPARED_MS = 300_000;

export type Log = ReturnType<typeof createLog>;

/**
 * The sessions and measures of one person on one device, and their way to the server. What waits is never a list of operations but
 * the documents that have something unsent: order, doubles and lost answers do not matter.
 */
export function createLog(ports: LogPorts) {
  const { storage, call, now, ticks, deviceName, release } = ports;
  const workouts = new Map<string, KeptWorkout>();
  const measures = new Map<string, KeptMeasure>();
  const names = new Map<string, string>();
  const listeners = new Set<() => void>();
  let isRefused = false;
  let isOver = false;
  let state = describe();
  let closed = false;
  let cancel: (() => void) | undefined;
  let round: Promise<void> | undefined;
  let changedAt: number | undefined;
  let startedAt = -Infinity;
  let notBefore = -Infinity;
  let failures = 0;
  let comparedAt: number | undefined;
  let direct: Promise<unknown> = Promise.resolve();

  function describe(): LogState {
    const kept = [...workouts.values()].toSorted((one, other) =>
      one.workout.started_at < other.workout.started_at ? -1 : 1,
    );
    return {
      workouts: kept,
      measures: [...measures.values()],
      storage: isRefused ? 'refused' : 'kept',
      unsentWorkouts: kept.filter(({ unsent }) => unsent).length,
      unsentMeasures: [...measures.values()].filter(({ unsent }) => unsent).length,
      isOver,
    };
  }

  function publish() {
    state = describe();
    for (const listener of listeners) listener();
  }

  /** The id that a session has by now. */
  const nameOf = (id: string): string => names.get(id) ?? id;

  /** Writes of a transaction as they are done to what is in memory, once they are on the disk. */
  function recordInto(done: (() => void)[]): Omit<LogTransaction, 'findWorkout' | 'findMeasure'> {
    return {
      keepWorkout: (kept) => void done.push(() => workouts.set(kept.workout.id, kept)),
      keepMeasure: (kept) => void done.push(() => measures.set(measureName(kept), kept)),
      dropWorkout: (id) => void done.push(() => workouts.delete(id)),
      dropMeasure: (measure) => void done.push(() => measures.delete(measureName(measure))),
      keepName: ({ id, is }) => void done.push(() => names.set(id, is)),
    };
  }

  const memory: Pick<LogTransaction, 'findWorkout' | 'findMeasure'> = {
    findWorkout: async (id) => workouts.get(nameOf(id)),
    findMeasure: async (measure) => measures.get(measureName(measure)),
  };

  function apply(done: readonly (() => void)[]) {
    if (closed || done.length === 0) return;
    for (const one of done) one();
    publish();
    ports.tellOthers();
  }

  /** One transaction; what is in memory follows it. */
  async function commit<Result>(work: (transaction: LogTransaction) => Promise<Result>): Promise<Result> {
    const done: (() => void)[] = [];
    const inMemory = recordInto(done);
    const result = await storage.write((stored) => {
      done.length = 0;
      const both = <Name extends keyof typeof inMemory>(name: Name) =>
        ((value: never) => {
          (stored[name] as (value: never) => void)(value);
          (inMemory[name] as (value: never) => void)(value);
        }) as LogTransaction[Name];
      return work({
        findWorkout: stored.findWorkout,
        findMeasure: stored.findMeasure,
        keepWorkout: both('keepWorkout'),
        keepMeasure: both('keepMeasure'),
        dropWorkout: both('dropWorkout'),
        dropMeasure: both('dropMeasure'),
        keepName: both('keepName'),
      });
    });
    setRefused(false);
    apply(done);
    return result;
  }

  function setRefused(refused: boolean) {
    if (isRefused === refused) return;
    isRefused = refused;
    publish();
  }

  /** The same where the storage may refuse: it is in memory then, and the server has it. */
  async function commitAnyway(work: (transaction: LogTransaction) => Promise<void>): Promise<void> {
    try {
      await commit(work);
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
      setRefused(true);
      const done: (() => void)[] = [];
      await work({ ...memory, ...recordInto(done) });
      apply(done);
    }
  }

  /** Takes what the server told of a session, under the id that it has there. */
  const takeTold = (id: string, told: Workout, sent?: Workout) =>
    commitAnyway(async (transaction) => {
      const found = await transaction.findWorkout(id);
      const there = told.id === found?.workout.id ? undefined : await transaction.findWorkout(told.id);
      const kept = withTold(found, told, { sent, toldAt: ports.ownTime() });
      // Begun on two phones, it may be here under both of its ids.
      const joined = there && withTold(there, kept.workout);
      if (found && found.workout.id !== told.id) {
        transaction.dropWorkout(found.workout.id);
        transaction.keepName({ id: found.workout.id, is: told.id });
      }
      transaction.keepWorkout(joined ? { ...joined, unsent: joined.unsent || kept.unsent } : kept);
    });

  const takeToldMeasures = (told: readonly MeasureCell[], sent: readonly MeasureCell[] = []) =>
    commitAnyway(async (transaction) => {
      for (const cell of told) {
        const found = await transaction.findMeasure(cell);
        const own = sent.find((one) => measureName(one) === measureName(cell));
        transaction.keepMeasure(withToldMeasure(found, cell, own));
      }
    });

  async function put(workout: Workout): Promise<Workout> {
    const { workout: told } = (await call('PUT', `my/workouts/${workout.id}`, workout)) as WorkoutAnswer;
    await takeTold(workout.id, told, workout);
    ports.onSent(told);
    return told;
  }

  /** What the failure of one document means for the others. */
  function judge(error: unknown): { outcome: Outcome; message: string } {
    if (!(error instanceof CallFailure)) throw error;
    if (error.retryAfter !== undefined) notBefore = Math.max(notBefore, ticks() + error.retryAfter * 1_000);
    const outcome = isRefusal(error) ? 'refused' : isStop(error) ? 'stop' : 'failed';
    return { outcome, message: error.message };
  }

  async function sendWorkout(id: string): Promise<Outcome> {
    const kept = workouts.get(id);
    if (!kept) return 'sent';
    try {
      await put(kept.workout);
      return 'sent';
    } catch (error) {
      const { outcome, message } = judge(error);
      if (outcome === 'refused')
        await commitAnyway(async (transaction) => {
          const found = await transaction.findWorkout(id);
          if (found) transaction.keepWorkout({ ...found, refused: { message, at: now().getTime(), release } });
        });
      return outcome;
    }
  }

  const refuseMeasures = (refused: readonly { cell: KeptMeasure; message: string }[]) =>
    commitAnyway(async (transaction) => {
      for (const { cell, message } of refused) {
        const found = await transaction.findMeasure(cell);
        if (found?.v === cell.v)
          transaction.keepMeasure({ ...found, refused: { message, at: now().getTime(), release } });
      }
    });

  async function sendMeasures(waiting: readonly KeptMeasure[]): Promise<Outcome> {
    const cells = waiting.map(({ kind, day, value, v, by }): MeasureCell => ({ kind, day, value, v, by }));
    try {
      const answer = (await call('PUT', 'my/measures', { cells })) as MeasuresAnswer;
      await takeToldMeasures(answer.cells, cells);
      await refuseMeasures(
        answer.refused.flatMap(({ message, ...of }) => {
          const cell = waiting.find((one) => measureName(one) === measureName(of));
          return cell ? [{ cell, message }] : [];
        }),
      );
      return 'sent';
    } catch (error) {
      const { outcome, message } = judge(error);
      if (outcome === 'refused') await refuseMeasures(waiting.map((cell) => ({ cell, message })));
      return outcome;
    }
  }

  const waitingWorkouts = () =>
    state.workouts.filter((kept) => isSendable(kept, now().getTime(), release)).map(({ workout }) => workout.id);
  const waitingMeasures = () => state.measures.filter((kept) => isSendable(kept, now().getTime(), release));

  async function fetchWorkout(id: string): Promise<void> {
    try {
      const workout = (await call('GET', `my/workouts/${id}`)) as Workout;
      await takeTold(workout.id, workout);
    } catch (error) {
      // Whose plan is over may not read them, and sends them all the same.
      if (!(error instanceof CallFailure && [403, 404].includes(error.status))) throw error;
    }
  }

  /** Asks which sessions the server has: it may be a restored one, and another phone may have gone on. */
  async function compare(): Promise<Outcome> {
    try {
      const told = (await call('GET', 'my/workouts/versions')) as { id: string; version: number }[];
      const { send, fetch } = compareVersions([...workouts.values()], told, now(), today(now()));
      for (const id of send) await sendWorkout(id);
      for (const id of fetch) await fetchWorkout(id);
      comparedAt = ticks();
      return 'sent';
    } catch (error) {
      return judge(error).outcome;
    }
  }

  async function runRound(): Promise<void> {
    startedAt = ticks();
    changedAt = undefined;
    let failed = false;
    const steps: (() => Promise<Outcome>)[] = waitingWorkouts().map((id) => () => sendWorkout(id));
    const cells = waitingMeasures();
    for (let from = 0; from < cells.length; from += MAX_MEASURE_CELLS)
      steps.push(() => sendMeasures(cells.slice(from, from + MAX_MEASURE_CELLS)));
    if (comparedAt === undefined) steps.push(compare);
    for (const step of steps) {
      if (closed || (!isRefused && !(await storage.isInside().catch(() => true)))) return;
      const outcome = await step();
      if (outcome === 'failed' || outcome === 'stop') failed = true;
      if (outcome === 'stop') break;
    }
    failures = failed ? failures + 1 : 0;
  }

  /** Sends what waits; a call while it is being sent is the same one. */
  function send(): Promise<void> {
    cancel?.();
    cancel = undefined;
    round ??= runRound().finally(() => {
      round = undefined;
      schedule();
    });
    return round;
  }

  function schedule() {
    cancel?.();
    cancel = undefined;
    if (closed || round) return;
    const isWaiting =
      !isOver && (comparedAt === undefined || waitingWorkouts().length > 0 || waitingMeasures().length > 0);
    const at = nextAttempt({ isWaiting, isShown: ports.isShown(), changedAt, startedAt, failures, notBefore });
    if (at !== undefined) cancel = ports.later(() => void send(), Math.max(0, at - ticks()));
  }

  function noteChange() {
    changedAt ??= ticks();
    schedule();
  }

  /** Where nothing can be stored a change counts once the server has it; one after the other. */
  function sendAtOnce<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = direct.then(work);
    direct = result.catch(() => undefined);
    return result;
  }

  async function alter(id: string, change: (found: Workout | undefined) => Workout): Promise<Workout> {
    try {
      const kept = await commit(async (transaction) => {
        const found = await transaction.findWorkout(id);
        const next: KeptWorkout = { ...found, workout: change(found?.workout), unsent: true };
        transaction.keepWorkout(next);
        return next;
      });
      noteChange();
      return kept.workout;
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
      setRefused(true);
    }
    return sendAtOnce(async () => {
      const told = await put(change(workouts.get(nameOf(id))?.workout));
      return workouts.get(told.id)?.workout ?? told;
    });
  }

  async function alterMeasure(of: Pick<MeasureCell, 'kind' | 'day' | 'value'>): Promise<void> {
    const change = (found: KeptMeasure | undefined): KeptMeasure => ({
      ...of,
      v: (found?.v ?? 0) + 1,
      by: deviceName,
      unsent: true,
    });
    try {
      await commit(async (transaction) => transaction.keepMeasure(change(await transaction.findMeasure(of))));
      noteChange();
      return;
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
      setRefused(true);
    }
    await sendAtOnce(async () => {
      const { unsent: _unsent, ...cell } = change(measures.get(measureName(of)));
      const answer = (await call('PUT', 'my/measures', { cells: [cell] })) as MeasuresAnswer;
      const [refused] = answer.refused;
      if (refused) throw new CallFailure(400, refused.message);
      await takeToldMeasures(answer.cells, [cell]);
    });
  }

  /** Reads the storage anew: at the beginning, and when another tab has written. */
  async function load(): Promise<void> {
    try {
      const records = await storage.read();
      if (closed) return;
      workouts.clear();
      measures.clear();
      names.clear();
      for (const kept of records.workouts) workouts.set(kept.workout.id, kept);
      for (const kept of records.measures) measures.set(measureName(kept), kept);
      for (const { id, is } of records.names satisfies OtherName[]) names.set(id, is);
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
      isRefused = true;
    }
    publish();
    schedule();
  }

  /** Drops what the server has and nobody asks for any more. */
  async function prune(): Promise<void> {
    const day = today(now());
    const [oldWorkouts, oldMeasures] = [
      state.workouts.filter((kept) => isOld(kept, day)),
      state.measures.filter((kept) => isOldMeasure(kept, day)),
    ];
    if (oldWorkouts.length + oldMeasures.length === 0) return;
    await commitAnyway(async (transaction) => {
      for (const { workout } of oldWorkouts) transaction.dropWorkout(workout.id);
      for (const measure of oldMeasures) transaction.dropMeasure(measure);
    });
  }

  /** The connection, or the person, is back: what failed is tried again. */
  function wake() {
    failures = 0;
    if (comparedAt !== undefined && ticks() - comparedAt > COMPARED_MS) comparedAt = undefined;
    schedule();
  }

  /** The page is going to be hidden, and may not come back. */
  function hide() {
    if ((changedAt !== undefined || failures > 0) && ticks() >= notBefore && waitingWorkouts().length > 0) void send();
    else schedule();
  }

  return {
    read: () => state,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    idOf: nameOf,
    load,
    prune,
    alter,
    alterMeasure,
    takeTold: (workout: Workout) => takeTold(workout.id, workout),
    takeToldMeasures: (told: readonly MeasureCell[]) => takeToldMeasures(told),
    send,
    wake,
    hide,
    /** The server has said so; nothing is sent until the log is opened anew. */
    noteSessionEnd: () => {
      isOver = true;
      publish();
      schedule();
    },
    /** Ends it; a call that is on its way is waited for. */
    close: async () => {
      closed = true;
      cancel?.();
      await round?.catch(() => undefined);
    },
  };
}
