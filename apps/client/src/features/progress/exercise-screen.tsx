import type { ProgressDay } from '@pulso/contract/coaching/progress';
import { usePlace } from '@pulso/web/navigation/navigation';
import { DayCurve } from '@pulso/web/ui/charts/day-curve';
import { parts } from '#features/progress/parts';
import { useAnswer } from '#http/answers';
import { useOwnSessions } from '#features/progress/own-sessions';
import { FAILURE, NOTHING_YET } from '#features/progress/progress-frame';
import { curveOf, joinDays } from '#features/progress/progress.rules';
import { AnswerStates, Screen } from '#features/screen';

const BACK = { to: parts.exercises, label: 'Ejercicios' };

export function ExerciseScreen({ id }: { id: string }) {
  const { search } = usePlace();
  const path = `my/progress/${encodeURIComponent(id)}`;
  const answer = useAnswer<ProgressDay[]>(path);
  const own = useOwnSessions();
  const title = new URLSearchParams(search).get('nombre') || 'Ejercicio';
  return (
    <Screen title={title} back={BACK} answer={answer}>
      <AnswerStates
        path={path}
        answer={answer}
        failure={FAILURE}
        skeleton={<div className="skeleton h-64 w-full rounded-card" />}
      >
        {(told) => {
          const { points, axisText } = curveOf(joinDays(told, own, Number(id)));
          return (
            <DayCurve
              title="La mejor serie de cada día"
              heading="h2"
              valueName="Mejor serie"
              points={points}
              axisText={axisText}
              columns={[{ name: 'Series', cell: ({ sets }) => sets }]}
              empty={NOTHING_YET}
            />
          );
        }}
      </AnswerStates>
    </Screen>
  );
}
