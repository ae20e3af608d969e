import type { ExclusiveWork } from '#machine';

type LockRequest = { what: ExclusiveWork; holder: number; id: number; grant: () => void };

/** One turn of each kind at a time, in the order of asking, among processes any of which may die in its turn. */
export function openMutexes() {
  // The first of each kind has the turn.
  let turns: LockRequest[] = [];
  const firstOf = (what: ExclusiveWork) => turns.find((turn) => turn.what === what);

  const drop = (isGone: (turn: LockRequest) => boolean) => {
    const before = new Map(turns.filter(isGone).map(({ what }) => [what, firstOf(what)]));
    turns = turns.filter((turn) => !isGone(turn));
    for (const [what, first] of before) {
      const next = firstOf(what);
      if (next !== first) next?.grant();
    }
  };

  return {
    acquire(turn: LockRequest) {
      turns.push(turn);
      if (firstOf(turn.what) === turn) turn.grant();
    },
    release: (holder: number, id: number) => drop((turn) => turn.holder === holder && turn.id === id),
    /** The process has ended. */
    leave: (holder: number) => drop((turn) => turn.holder === holder),
  };
}
