import type { ExerciseProgress, MyProgress } from '@pulso/contract/coaching/progress';
import { EXERCISES_SHOWN } from '@pulso/contract/coaching/progress.labels';
import { setWords } from '@pulso/contract/coaching/sets';
import { ChevronRight } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { parts } from '#features/progress/parts';
import { recentDay } from '#features/progress/recent-day';
import { useAnswer } from '#http/answers';
import { useEarlier } from '#features/earlier';
import { useOwnSessions } from '#features/progress/own-sessions';
import { FAILURE, NOTHING_YET, ProgressFrame } from '#features/progress/progress-frame';
import { joinExercises, type OwnSessions } from '#features/progress/progress.rules';
import { AnswerStates, LinesSkeleton } from '#features/screen';

const PATH = 'my/progress';

export function ExercisesScreen() {
  const answer = useAnswer<MyProgress>(PATH);
  const own = useOwnSessions();
  return (
    <ProgressFrame answer={answer}>
      <AnswerStates path={PATH} answer={answer} failure={FAILURE} skeleton={<LinesSkeleton />}>
        {(told) => <Exercises told={told} own={own} />}
      </AnswerStates>
    </ProgressFrame>
  );
}

const pageOf = ({ exercises }: MyProgress) => ({ rows: exercises, more: exercises.length === EXERCISES_SHOWN });

function Exercises({ told, own }: { told: MyProgress; own: OwnSessions }) {
  const { rows, button } = useEarlier<ExerciseProgress, MyProgress>({
    first: pageOf(told),
    pathAfter: ({ exercise_id }) => `${PATH}?before=${exercise_id}`,
    read: pageOf,
    failure: 'Error al cargar tu progreso. Por favor intenta de nuevo.',
  });
  const exercises = joinExercises(rows, own);
  if (exercises.length === 0) return <EmptyState title={NOTHING_YET} />;
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {exercises.map((exercise) => (
          <li key={exercise.exercise_id}>
            <ExerciseLink exercise={exercise} />
          </li>
        ))}
      </ul>
      {button}
    </>
  );
}

function ExerciseLink({ exercise }: { exercise: ExerciseProgress }) {
  const { title, last, best } = exercise;
  return (
    <Link to={parts.exercise(exercise)} className="flex items-center gap-3 px-5 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{title}</span>
        <span className="block text-sm text-muted tabular-nums">
          Última ({recentDay(last.day)}): <span className="whitespace-nowrap">{setWords(last.set)}</span>
        </span>
        <span className="block text-sm text-muted tabular-nums">
          Mejor ({recentDay(best.day)}):{' '}
          <span className="font-semibold whitespace-nowrap text-text">{setWords(best.set)}</span>
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  );
}
