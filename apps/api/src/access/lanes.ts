type Job = { run: (done: () => void) => void; refuse: (error: Error) => void };

type Limits = { perKey: number; total: number; refuse: () => Error };

export type Lane = ReturnType<typeof openLane>;

/**
 * A line in which not everybody waits alone: those of one key (an address, an account) wait behind each other, and the
 * keys take turns, so that whoever sends a hundred keeps nobody else waiting for more than one. When the line is full,
 * whoever has most in it makes room.
 */
export function openLane({ perKey, total, refuse }: Limits) {
  // In the order of turns.
  const waiting = new Map<string, Job[]>();
  let size = 0;

  const longest = () => [...waiting.values()].reduce((most, jobs) => (jobs.length > most.length ? jobs : most), []);

  return {
    join(key: string, job: Job) {
      const own = waiting.get(key) ?? [];
      if (own.length >= perKey) return job.refuse(refuse());
      if (size >= total) {
        const most = longest();
        if (most.length <= own.length + 1) return job.refuse(refuse());
        most.pop()?.refuse(refuse());
        size -= 1;
      }
      own.push(job);
      waiting.set(key, own);
      size += 1;
    },

    next(): Job | undefined {
      const [turn] = waiting;
      if (!turn) return undefined;
      const [key, jobs] = turn;
      const job = jobs.shift();
      waiting.delete(key);
      if (jobs.length > 0) waiting.set(key, jobs);
      size -= 1;
      return job;
    },
  };
}

/** As many at once as there are slots. A slot serves its lanes only, and of those the first in which somebody waits. */
export function serveLanes(slots: Lane[][]) {
  const idle = new Set(slots);

  const nextOf = (lanes: Lane[]): Job | undefined => {
    for (const lane of lanes) {
      const job = lane.next();
      if (job) return job;
    }
    return undefined;
  };
  const serve = (slot: Lane[]) => {
    const job = nextOf(slot);
    if (job) idle.delete(slot);
    else idle.add(slot);
    job?.run(() => serve(slot));
  };

  return <T>(lane: Lane, key: string, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      // The slot is free again before anybody hears of the end.
      const run = (done: () => void) => void work().finally(done).then(resolve, reject);
      lane.join(key, { run, refuse: reject });
      for (const slot of [...idle]) serve(slot);
    });
}
