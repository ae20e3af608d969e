import type { MyToday, MyTraining, MyTrainingDay } from '@pulso/contract/coaching/courses';
import { useState } from 'react';
import { navigate, usePlace } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { Picture } from '@pulso/web/ui/details/picture';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { useAnswer } from '#http/answers';
import { useLocalToday, useLog } from '#device/use-log';
import { beginSession } from '#features/begin';
import { useDone, useSaving } from '#features/done';
import { TODAY_PATH, useWithheldReason } from '#features/kept-limits';
import { AnswerStates, RowsSkeleton, Screen } from '#features/screen';
import { HowToDialog, type Exercise } from '#features/how-to-dialog';
import { TrainingDay } from '#features/training/training-day';

const BACK = { to: addresses.today, label: 'Hoy' };

export function TrainingScreen() {
  const { params } = usePlace();
  const path = `my/training/${params.course ?? ''}`;
  const answer = useAnswer<MyTraining>(path);
  const today = useLocalToday(useAnswer<MyToday>(TODAY_PATH));
  useLog();
  const withheld = useWithheldReason(answer);
  const title = answer.data?.title ?? 'Entrenamiento';
  return (
    <Screen title={title} tab={title} back={BACK} answer={answer}>
      <AnswerStates
        path={path}
        answer={answer}
        withheld={withheld}
        failure="Error al cargar tu entrenamiento"
        skeleton={<RowsSkeleton rows={6} />}
      >
        {(training) => <Training training={training} today={today} />}
      </AnswerStates>
    </Screen>
  );
}

function Training({ training, today }: { training: MyTraining; today: MyToday | undefined }) {
  const { course, training_id, title, description, cover_image, days, exercises } = training;
  const { search } = usePlace();
  const query = new URLSearchParams(search);
  const missedTurn = query.get('turno');
  const chosenDay = query.has('dia') ? Number(query.get('dia')) : undefined;
  const followed = today?.courses.find((one) => one.course === course);
  // The phone may know more than the server told.
  const { turn, next_day } = followed ? { turn: followed.turn, next_day: followed.day?.day_number ?? null } : training;
  const [shownExercise, setShownExercise] = useState<Exercise>();
  const { tell, busy, failure } = useDone();
  const beginning = useSaving('Error al cargar tu entrenamiento');
  const isBusy = busy || beginning.busy;
  /** The day that is done with 'Ya lo hice': the chosen one, else the one that is due. */
  const markedDay = chosenDay ?? next_day;
  const turnOf = (day: MyTrainingDay) => {
    if (missedTurn !== null) return Number(missedTurn);
    return followed?.mode === 'weekdays' && day.day_number !== next_day ? null : turn;
  };
  const sessionOf = (day: MyTrainingDay) => {
    const { day_number } = day;
    return { course, turn: turnOf(day), training_id, day_number, title };
  };
  const begin = (day: MyTrainingDay) => beginning.run(() => beginSession(sessionOf(day)));
  const tellDay = async (day: MyTrainingDay) => {
    if (await tell(sessionOf(day))) await navigate(addresses.today);
  };
  const isDoable = (day: MyTrainingDay) =>
    day.day_number === markedDay && (chosenDay !== undefined || ['train', 'rest'].includes(followed?.state ?? 'train'));
  return (
    <div className="space-y-5">
      {cover_image && <Picture src={cover_image} size="card" className="aspect-5/2 w-full rounded-card" />}
      {description && <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{description}</p>}
      {days.length === 0 && <EmptyState title="Este entrenamiento no tiene días asignados." />}
      {days.map((day) => (
        <TrainingDay
          // A day that is chosen opens.
          key={`${day.day_number} ${markedDay}`}
          day={day}
          exercises={exercises}
          isNext={day.day_number === next_day}
          startsOpen={day.day_number === markedDay}
          onExercise={setShownExercise}
        >
          {isDoable(day) ? (
            <div className="grid gap-2">
              <Button look="primary" busy={beginning.busy} disabled={isBusy} onClick={() => void begin(day)}>
                Empezar
              </Button>
              <Button busy={busy} disabled={isBusy} onClick={() => void tellDay(day)}>
                Ya lo hice
              </Button>
              {beginning.failure}
              {failure}
            </div>
          ) : (
            day.day_number !== markedDay && (
              <LinkButton to={addresses.otherDay(course, day.day_number)}>Entrenar este día</LinkButton>
            )
          )}
        </TrainingDay>
      ))}
      <HowToDialog exercise={shownExercise} onClose={() => setShownExercise(undefined)} />
    </div>
  );
}
