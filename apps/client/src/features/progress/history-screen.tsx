import type { WorkoutRow } from '@pulso/contract/coaching/workouts';
import { effortLabels, type Effort } from '@pulso/contract/coaching/workouts.labels';
import { ChevronRight } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { useAnswer } from '#http/answers';
import { serverNow } from '#http/server-clock';
import { useLog } from '#device/use-log';
import { useEarlier } from '#features/earlier';
import { pageOf, WORKOUTS_PATH } from '#features/progress/own-sessions';
import { FAILURE, NOTHING_YET, ProgressFrame } from '#features/progress/progress-frame';
import { joinRows, type SessionLine } from '#features/progress/progress.rules';
import { recentDay } from '#features/progress/recent-day';
import { SendingBadge } from '#features/progress/sending-badge';
import { AnswerStates, LinesSkeleton } from '#features/screen';
import { dayName, setsDoneWords } from '#features/words';

export function HistoryScreen() {
  const answer = useAnswer<WorkoutRow[]>(WORKOUTS_PATH);
  return (
    <ProgressFrame answer={answer}>
      <AnswerStates path={WORKOUTS_PATH} answer={answer} failure={FAILURE} skeleton={<LinesSkeleton />}>
        {(rows) => <History first={rows} />}
      </AnswerStates>
    </ProgressFrame>
  );
}

function History({ first }: { first: WorkoutRow[] }) {
  const log = useLog();
  const { rows, more, button } = useEarlier<WorkoutRow, WorkoutRow[]>({
    first: pageOf(first),
    pathAfter: ({ id }) => `${WORKOUTS_PATH}&before=${id}`,
    read: pageOf,
    failure: 'Error al cargar tu progreso. Por favor intenta de nuevo.',
  });
  const joined = joinRows({ rows, more }, log?.workouts ?? [], serverNow());
  if (joined.length === 0) return <EmptyState title={NOTHING_YET} />;
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {joined.map((line) => (
          <li key={line.row.id}>
            <WorkoutLink {...line} />
          </li>
        ))}
      </ul>
      {button}
    </>
  );
}

function WorkoutLink({ row, state }: SessionLine) {
  const { id, title, day, day_number, effort } = row;
  const facts = [
    recentDay(day),
    ...(day_number === null ? [] : [dayName(day_number)]),
    ...(row.planned > 0 ? [setsDoneWords(row)] : []),
    ...(effort === null ? [] : [effortLabels[effort as Effort]]),
  ];
  return (
    <Link to={addresses.workout(id)} className="flex items-center gap-3 px-5 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{title || 'Entrenamiento'}</span>
        <span className="block text-sm text-muted tabular-nums">{facts.join(' · ')}</span>
      </span>
      <SendingBadge state={state} />
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  );
}
