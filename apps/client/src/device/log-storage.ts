import type { KeptMeasure, KeptWorkout } from '#device/log.rules';

/** Another id of a session: it was begun on two phones, and the server has it under the one that came first. */
export type OtherName = { id: string; is: string };
export type LogRecords = { workouts: KeptWorkout[]; measures: KeptMeasure[]; names: OtherName[] };

/** What one transaction reads and writes. */
export type LogTransaction = {
  findWorkout: (id: string) => Promise<KeptWorkout | undefined>;
  findMeasure: (measure: Pick<KeptMeasure, 'kind' | 'day'>) => Promise<KeptMeasure | undefined>;
  keepWorkout: (kept: KeptWorkout) => void;
  keepMeasure: (kept: KeptMeasure) => void;
  dropWorkout: (id: string) => void;
  dropMeasure: (measure: Pick<KeptMeasure, 'kind' | 'day'>) => void;
  keepName: (name: OtherName) => void;
};

export type LogStorage = {
  read: () => Promise<LogRecords>;
  /** Resolves once all of it is on the disk; rejects with `StorageRefused`, or as `work` does, and then nothing of it is. */
  write: <Result>(work: (transaction: LogTransaction) => Promise<Result>) => Promise<Result>;
  /** False from the moment in which the person leaves: what waits then goes up with no other session. */
  isInside: () => Promise<boolean>;
};

type OpenedStorage = LogStorage & { setInside: (isInside: boolean) => Promise<void>; close: () => void };

/** The browser keeps nothing, or there is no room left. */
export class StorageRefused extends Error {}

const WORKOUTS = 'workouts';
const MEASURES = 'measures';
const NAMES = 'names';
const PERSON = 'person';
const INSIDE = 'inside';

const DATABASE_PREFIX = 'pulso-mi-';
const databaseName = (personId: number): string => DATABASE_PREFIX + personId;

/** People who have a log on this phone. */
export async function listPeople(): Promise<number[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  return names
    .filter((name) => name.startsWith(DATABASE_PREFIX))
    .map((name) => Number(name.slice(DATABASE_PREFIX.length)));
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new StorageRefused()));
  });

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(new StorageRefused(transaction.error?.message)));
  });

/** Failures of the browser's storage become one kind. */
const asRefusal = (error: unknown): Error =>
  error instanceof DOMException || !(error instanceof Error) ? new StorageRefused(String(error)) : error;

async function connect(name: string, onGone: () => void): Promise<IDBDatabase> {
  if (!('indexedDB' in globalThis)) throw new StorageRefused();
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    const { result: database } = request;
    database.createObjectStore(WORKOUTS, { keyPath: 'workout.id' });
    database.createObjectStore(MEASURES, { keyPath: ['kind', 'day'] });
    database.createObjectStore(NAMES, { keyPath: 'id' });
    database.createObjectStore(PERSON);
  });
  const opened = await resultOf(request);
  // Another tab erases it.
  opened.addEventListener('versionchange', () => opened.close());
  opened.addEventListener('close', onGone);
  return opened;
}

/** The log of one person on this phone. */
export function openStorage(personId: number): OpenedStorage {
  let connection: Promise<IDBDatabase> | undefined;
  const database = () =>
    (connection ??= connect(databaseName(personId), () => (connection = undefined)).catch((error: unknown) => {
      connection = undefined;
      throw error;
    }));

  async function begin(stores: string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    // A phone whose battery dies keeps what was ticked.
    const open = async () => (await database()).transaction(stores, mode, { durability: 'strict' });
    try {
      return await open();
    } catch (error) {
      // An iPhone closes the database of an app that sleeps.
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      connection = undefined;
      return open();
    }
  }

  async function transact<Result>(
    stores: string[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<Result>,
  ): Promise<Result> {
    try {
      const transaction = await begin(stores, mode);
      const done = completed(transaction);
      // It is awaited below, or has been thrown for.
      done.catch(() => undefined);
      try {
        const result = await work(transaction);
        await done;
        return result;
      } catch (error) {
        if (transaction.error === null) abort(transaction);
        throw error;
      }
    } catch (error) {
      throw asRefusal(error);
    }
  }

  return {
    read: () =>
      transact([WORKOUTS, MEASURES, NAMES], 'readonly', async (transaction) => {
        const all = (store: string) => resultOf<unknown[]>(transaction.objectStore(store).getAll());
        const [workouts, measures, names] = await Promise.all([all(WORKOUTS), all(MEASURES), all(NAMES)]);
        return { workouts, measures, names } as LogRecords;
      }),
    write: (work) =>
      transact([WORKOUTS, MEASURES, NAMES], 'readwrite', (transaction) => {
        const [workouts, measures, names] = [WORKOUTS, MEASURES, NAMES].map((store) => transaction.objectStore(store));
        return work({
          findWorkout: async (id) => {
            const other = (await resultOf(names!.get(id))) as OtherName | undefined;
            return (await resultOf(workouts!.get(other?.is ?? id))) as KeptWorkout | undefined;
          },
          findMeasure: async ({ kind, day }) => (await resultOf(measures!.get([kind, day]))) as KeptMeasure | undefined,
          keepWorkout: (kept) => void workouts!.put(kept),
          keepMeasure: (kept) => void measures!.put(kept),
          dropWorkout: (id) => void workouts!.delete(id),
          dropMeasure: ({ kind, day }) => void measures!.delete([kind, day]),
          keepName: (name) => void names!.put(name),
        });
      }),
    isInside: () =>
      transact([PERSON], 'readonly', async (transaction) =>
        Boolean(await resultOf(transaction.objectStore(PERSON).get(INSIDE))),
      ),
    setInside: (isInside) =>
      transact(
        [PERSON],
        'readwrite',
        async (transaction) => void transaction.objectStore(PERSON).put(isInside, INSIDE),
      ),
    close: () =>
      void connection?.then(
        (open) => open.close(),
        () => undefined,
      ),
  };
}

function abort(transaction: IDBTransaction) {
  try {
    transaction.abort();
  } catch {
    // It is over.
  }
}

/** Erases a person's log. */
export async function eraseStorage(personId: number): Promise<void> {
  await resultOf(indexedDB.deleteDatabase(databaseName(personId))).catch(() => undefined);
}
