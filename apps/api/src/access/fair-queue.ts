type Job = { run: (done: () => void) => void; reject: (error: Error) => void };

type Limits = { maxPerKey: number; maxTotal: number; refusal: () => Error };

export type FairQueue = ReturnType<typeof openFairQueue>;

/**
 * A queue that is round-robin by key (an address, an account), so that a flood under one key delays the others by one
 * job at most. When it is full, the key with most jobs loses its last one.
 */
export function openFairQueue({ maxPerKey, maxTotal, refusal }: Limits) {
  // The first key is served next.
  const jobsByKey = new Map<string, Job[]>();
  let size = 0;

  const longest = () => [...jobsByKey.values()].reduce((most, jobs) => (jobs.length > most.length ? jobs : most), []);

  return {
    enqueue(key: string, job: Job) {
      const own = jobsByKey.get(key) ?? [];
      if (own.length >= maxPerKey) return job.reject(refusal());
      if (size >= maxTotal) {
        const most = longest();
        if (most.length <= own.length + 1) return job.reject(refusal());
        most.pop()?.reject(refusal());
        size -= 1;
      }
      own.push(job);
      jobsByKey.set(key, own);
      size += 1;
    },

    dequeue(): Job | undefined {
      const [turn] = jobsByKey;
      if (!turn) return undefined;
      const [key, jobs] = turn;
      const job = jobs.shift();
      jobsByKey.delete(key);
      if (jobs.length > 0) jobsByKey.set(key, jobs);
      size -= 1;
      return job;
    },
  };
}

/** One worker for each list of queues; it takes its next job from the first of them that has one. */
export function serveQueues(workers: FairQueue[][]) {
  const idle = new Set(workers);

  const nextOf = (queues: FairQueue[]): Job | undefined => {
    for (const queue of queues) {
      const job = queue.dequeue();
      if (job) return job;
    }
    return undefined;
  };
  const work = (worker: FairQueue[]) => {
    const job = nextOf(worker);
    if (job) idle.delete(worker);
    else idle.add(worker);
    job?.run(() => work(worker));
  };

  return <T>(queue: FairQueue, key: string, task: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      // The worker is free before the caller learns that the task ended.
      const run = (done: () => void) => void task().finally(done).then(resolve, reject);
      queue.enqueue(key, { run, reject });
      for (const worker of [...idle]) work(worker);
    });
}
