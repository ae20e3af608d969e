import { mergeWorkouts, stateOf, summaryOf } from '@pulso/contract/coaching/merge';
import { isCorrectable, skipAt } from '@pulso/contract/coaching/session';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { effortLabels, skipReasonLabels, type Effort } from '@pulso/contract/coaching/workouts.labels';
import { formatDate } from '@pulso/contract/kit/dates';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { navigate, useParams } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { useAnswer, type Answer } from '#http/answers';
import { serverNow, serverToday } from '#http/server-clock';
import { openLog, useLog } from '#device/use-log';
import { parts } from '#features/progress/parts';
import { sendingOf, type Sending } from '#features/progress/progress.rules';
import { SendingBadge } from '#features/progress/sending-badge';
import { useSaving } from '#features/done';
import { AnswerStates, LinesSkeleton, Screen } from '#features/screen';
import { dayName, setsDoneWords } from '#features/words';
import { CorrectForm } from '#features/progress/correct-form';
import { erasureOf, lengthWords, linesOf, type PlaceLines } from '#features/progress/workout.rules';

const BACK = { to: parts.history, label: 'Historial' };

/** A session as the server and this phone have it. */
function useWorkout(path: string, id: string): { answer: Answer<Workout>; sending: Sending } {
  const told = useAnswer<Workout>(path);
  const kept = useLog()?.workouts.find(({ workout }) => workout.id === (told.data?.id ?? id));
  if (!kept) return { answer: told, sending: 'sent' };
  const data = told.data ? mergeWorkouts(told.data, kept.workout) : kept.workout;
  return { answer: { ...told, data }, sending: sendingOf(kept) };
}

export function WorkoutScreen() {
  const { id = '' } = useParams();
  const path = `my/workouts/${encodeURIComponent(id)}`;
  const { answer, sending } = useWorkout(path, id);
  const { data } = answer;
  return (
    <Screen
      title={data?.title || 'Entrenamiento'}
      context={data && [formatDate(data.day), ...(data.day_number ? [dayName(data.day_number)] : [])].join(' · ')}
      back={BACK}
      answer={answer}
    >
      <AnswerStates path={path} answer={answer} failure="Error al cargar tu entrenamiento" skeleton={<LinesSkeleton />}>
        {(workout) => <Session workout={workout} sending={sending} />}
      </AnswerStates>
    </Screen>
  );
}

function Session({ workout, sending }: { workout: Workout; sending: Sending }) {
  const [isCorrecting, setCorrecting] = useState(false);
  const { run, busy, failure } = useSaving();
  const summary = summaryOf(workout);
  const state = stateOf({ ...workout, ...summary }, serverNow());
  if (state === 'gone') return <EmptyState title="Este entrenamiento está borrado." />;
  if (isCorrecting) return <CorrectForm workout={workout} onDone={() => setCorrecting(false)} />;
  const erase = () =>
    run(async () => {
      const log = await openLog();
      await log.keepWorkout(workout);
      await log.changeWorkout(workout.id, erasureOf(workout));
      await navigate(parts.history, { replace: true });
    });
  const effort = effortLabels[summary.effort as Effort] as string | undefined;
  const facts = [
    ...(summary.planned > 0 ? [setsDoneWords(summary)] : []),
    ...[lengthWords(workout, summary.ended_at) ?? [], effort ?? []].flat(),
  ];
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold tabular-nums">{facts.join(' · ') || 'Sin series anotadas'}</p>
        {state === 'open' ? <Badge tone="accent">En curso</Badge> : <SendingBadge state={sending} />}
      </div>
      {summary.note && (
        <section className="rounded-card border border-line bg-surface p-5">
          <h2 className="text-sm font-semibold text-muted">Nota para tu entrenador</h2>
          <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{summary.note}</p>
        </section>
      )}
      {linesOf(workout).map((lines) => (
        <PlaceTable key={lines.place.key} workout={workout} lines={lines} />
      ))}
      <div className="grid gap-2">
        {state === 'open' && (
          <LinkButton to={addresses.session} look="primary">
            Seguir
          </LinkButton>
        )}
        {state === 'closed' && isCorrectable(workout, serverToday()) && (
          <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setCorrecting(true)}>
            Corregir
          </Button>
        )}
        {state === 'closed' && (
          <TwoStepDelete
            name={workout.title}
            label="Borrar este entrenamiento"
            busy={busy}
            onDelete={() => void erase()}
          />
        )}
        {failure}
      </div>
    </div>
  );
}

/** An exercise of the session: what was planned and what was done, set by set. */
function PlaceTable({ workout, lines }: { workout: Workout; lines: PlaceLines }) {
  const { place, title, insteadOf, sets } = lines;
  const skip = skipAt(workout, place);
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface px-5 py-4">
      <h2 className="font-semibold wrap-anywhere">{title}</h2>
      {insteadOf && <p className="text-sm text-muted wrap-anywhere">En lugar de {insteadOf}</p>}
      {place.note && <p className="text-sm text-muted italic wrap-anywhere">{place.note}</p>}
      {skip?.reason && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm wrap-anywhere">
          <Badge tone={skip.reason === 'pain' ? 'yellow' : 'grey'}>Saltado: {skipReasonLabels[skip.reason]}</Badge>
          {skip.text}
        </p>
      )}
      {sets.length > 0 && (
        <table className="mt-2 w-full text-sm tabular-nums">
          <thead>
            <tr className="text-left text-muted">
              <th scope="col" className="py-1 font-medium">
                Serie
              </th>
              <th scope="col" className="py-1 pl-3 text-right font-medium">
                Planeado
              </th>
              <th scope="col" className="py-1 pl-3 text-right font-medium">
                Hecho
              </th>
            </tr>
          </thead>
          <tbody>
            {sets.map(({ name, n, planned, done, of }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-normal">
                  {n}
                  {of && <span className="block text-xs text-muted wrap-anywhere">{of}</span>}
                </th>
                <td className="py-2 pl-3 text-right whitespace-nowrap text-muted">{planned ?? 'Agregada'}</td>
                <td className={`py-2 pl-3 text-right whitespace-nowrap ${done ? 'font-semibold' : 'text-muted'}`}>
                  {done ?? 'No hecha'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
