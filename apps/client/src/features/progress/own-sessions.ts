import type { WorkoutRow } from '@pulso/contract/coaching/workouts';
import { useAnswer } from '#http/answers';
import { serverNow } from '#http/server-clock';
import { useLog } from '#device/use-log';
import { ownSessions, type OwnSessions, type Rows } from '#features/progress/progress.rules';

const PAGE_SIZE = 20;
export const WORKOUTS_PATH = `my/workouts?limit=${PAGE_SIZE}`;

export const pageOf = (rows: WorkoutRow[]): Rows => ({ rows, more: rows.length === PAGE_SIZE });

/** What the server's sums of the sessions lack. */
export function useOwnSessions(): OwnSessions {
  const { data = [] } = useAnswer<WorkoutRow[]>(WORKOUTS_PATH);
  return ownSessions(pageOf(data), useLog()?.workouts ?? [], serverNow());
}
