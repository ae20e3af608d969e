/** Work that only one process of a machine does at a time: decoding an image, and hashing for unknown clients. */
export type ExclusiveWork = 'image' | 'stranger';

/** State shared by the serving processes of one machine. */
export type Machine = {
  processes: number;
  /** Runs the work once no other process does any of its kind. */
  alone: <T>(kind: ExclusiveWork, work: () => Promise<T>) => Promise<T>;
  /** Tells the other processes which login counters went down. */
  tellUnblocked: (keys: string[][]) => void;
  onUnblocked: (hear: (keys: string[][]) => void) => void;
};

export const SINGLE_PROCESS: Machine = {
  processes: 1,
  alone: (_kind, work) => work(),
  tellUnblocked: () => undefined,
  onUnblocked: () => undefined,
};

/** One process's share of a limit that holds for the machine. */
export const shareOf = (limit: number, { processes }: Pick<Machine, 'processes'>) => Math.ceil(limit / processes);
