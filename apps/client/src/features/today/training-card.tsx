import type { TodayCourse } from '@pulso/contract/coaching/courses';
import type { DateText } from '@pulso/contract/kit/dates';
import { CalendarClock, CircleCheckBig, Moon } from 'lucide-react';
import { Button, buttonClass } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { useDone, useSaving, useUndo } from '#features/done';
import { courseWords, dayOfCourse, missedWords } from '#features/today/course-words';
import { dayLength } from '#features/words';

const stateIcons = { done: CircleCheckBig, rest: Moon, starts: CalendarClock };

/** Today's training, first of all. */
export function TrainingCard({ course, day }: { course: TodayCourse; day: DateText }) {
  return (
    <section aria-label="Tu entrenamiento" className="overflow-hidden rounded-card border border-line bg-surface">
      {course.state === 'train' ? <Due course={course} /> : <NotDue course={course} day={day} state={course.state} />}
      {course.missed.map((missed) => (
        <div
          key={missed.turn}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line bg-yellow-soft py-2 pr-2 pl-5"
        >
          <p className="text-sm font-medium text-yellow">{missedWords(missed)}</p>
          <LinkButton to={addresses.missed(course.course, missed)} look="quiet">
            Recuperar
          </LinkButton>
        </div>
      ))}
    </section>
  );
}

function Due({ course }: { course: TodayCourse }) {
  const { title, cover_image, day, round, turn, training_id } = course;
  const { tell, busy, failure } = useDone();
  const beginning = useSaving('Error al cargar tu entrenamiento');
  const isBusy = busy || beginning.busy;
  const session = { course: course.course, turn, training_id, day_number: day?.day_number ?? null, title };
  const begin = () => void beginning.run(async () => (await import('#features/begin')).beginSession(session));
  return (
    <>
      <div className="relative">
        <Picture src={cover_image} size="card" className="aspect-video w-full" />
        {round !== null && round > 1 && (
          <span className="absolute top-3 right-3 flex rounded-full bg-surface">
            <Badge tone="accent">Vuelta {round}</Badge>
          </span>
        )}
      </div>
      <div className="p-5">
        {day && <p className="text-sm font-semibold text-accent">{dayOfCourse(day)}</p>}
        <h2 className="mt-0.5 text-xl font-bold tracking-tight text-balance wrap-anywhere">{title}</h2>
        {day && <p className="mt-1 text-muted">{dayLength(day)}</p>}
        <div className="mt-5 grid gap-2">
          <Button look="primary" busy={beginning.busy} disabled={isBusy} onClick={begin}>
            Empezar
          </Button>
          <LinkButton to={addresses.training(course.course)}>Ver el día</LinkButton>
          <Button look="quiet" busy={busy} disabled={isBusy} onClick={() => void tell(session)}>
            Ya lo hice
          </Button>
        </div>
        {beginning.failure}
        {failure}
      </div>
    </>
  );
}

function NotDue({ course, day, state }: { course: TodayCourse; day: DateText; state: 'done' | 'rest' | 'starts' }) {
  const { head, next } = courseWords(course, day);
  const Icon = stateIcons[state];
  const undo = useUndo(course.course);
  return (
    <div className="p-5">
      <div className="flex items-start gap-4">
        <span
          className={`flex size-12 shrink-0 items-center justify-center rounded-full ${state === 'done' ? 'bg-green-soft text-green' : 'bg-sunken text-muted'}`}
        >
          <Icon aria-hidden className="size-6" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-xl font-bold tracking-tight text-balance wrap-anywhere">{head}</h2>
          {next && <p className="mt-0.5 text-muted wrap-anywhere">{next}</p>}
          {state !== 'starts' && <p className="mt-0.5 text-sm text-muted wrap-anywhere">{course.title}</p>}
        </div>
      </div>
      {(state === 'rest' || undo.offered) && (
        <div className="mt-5 grid gap-2">
          {state === 'rest' && course.day && (
            <LinkButton to={addresses.training(course.course)}>Entrenar igual</LinkButton>
          )}
          {undo.offered && (
            <button type="button" disabled={undo.busy} onClick={undo.run} className={buttonClass()}>
              Deshacer
            </button>
          )}
        </div>
      )}
      {undo.failure}
    </div>
  );
}
