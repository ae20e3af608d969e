import type { Assignment, FollowedCourse, FollowedDiet } from '@pulso/contract/coaching/courses';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { Apple, CalendarPlus, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { EmptyState, FailureState } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { AssignDialog, assignTitles } from '#features/coaching/courses/assign-dialog';
import { ChangeDialog } from '#features/coaching/courses/change-dialog';
import { endAssignment, useCourses, useRefreshCourses } from '#features/coaching/courses/courses-calls';
import { personalTrainingAddress } from '#features/coaching/courses/course-addresses';
import { describeDates, describeMode, describeNext } from '#features/coaching/courses/courses.rules';
import { useWrite } from '#forms/use-write';
import { useToldOnce } from '#screens/failure-once';

type Person = { id: number; name: string };
type Changing = Pick<Parameters<typeof ChangeDialog>[0], 'assignment' | 'title' | 'days' | 'hasBegun'>;

/** The part 'Sigue' of a client's tab 'Entrenamiento'. */
export function FollowedPart({ user }: { user: Person }) {
  const courses = useCourses(user.id);
  const { data, error, isPending, refetch } = courses;
  const isTold = useToldOnce('Sigue', courses);
  const [assigning, setAssigning] = useState<'training' | 'diet'>();
  const [changing, setChanging] = useState<Changing>();
  const end = useWrite({
    write: endAssignment,
    failed: 'Error al terminar la asignación. Por favor intenta de nuevo.',
    refetch: useRefreshCourses(),
    onDone: ({ title }) => showToast({ title: 'Asignación terminada', description: title, tone: 'good' }),
  });
  const isEnding = ({ id }: Assignment) => end.isPending && end.variables?.id === id;
  const assignButtons = (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button icon={<CalendarPlus aria-hidden className="size-4" />} onClick={() => setAssigning('training')}>
        {assignTitles.training}
      </Button>
      <Button icon={<Apple aria-hidden className="size-4" />} onClick={() => setAssigning('diet')}>
        {assignTitles.diet}
      </Button>
    </div>
  );
  const actions = { onChange: setChanging, onEnd: (assignment: Assignment) => end.mutate(assignment), isEnding };
  if (isTold) return null;
  if (isPending) return <div role="status" aria-busy="true" aria-label="Cargando" className="skeleton h-40" />;
  return (
    <section aria-label="Sigue" className="space-y-3">
      <h3 className="font-semibold">Sigue</h3>
      {error && (
        <FailureState
          message="Error al cargar el entrenamiento del cliente"
          reason={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {end.failure && <FailureState message={end.failure.message} reason={end.failure.reason} />}
      {data && (
        <>
          {data.courses.length + data.diets.length === 0 ? (
            <EmptyState title="No sigue ningún entrenamiento.">{assignButtons}</EmptyState>
          ) : (
            <>
              {assignButtons}
              <ul className="divide-y divide-line">
                {data.courses.map((course) => (
                  <CourseRow key={course.course} course={course} user={user} {...actions} />
                ))}
                {data.diets.map((diet) => (
                  <DietRow key={`d${diet.diet.id}-${diet.assignment?.id}`} diet={diet} {...actions} />
                ))}
              </ul>
            </>
          )}
          {data.ended.length > 0 && <Ended assignments={data.ended} />}
        </>
      )}
      {assigning && <AssignDialog kind={assigning} user={user} onClose={() => setAssigning(undefined)} />}
      {changing && <ChangeDialog {...changing} onClose={() => setChanging(undefined)} />}
    </section>
  );
}

type Actions = {
  onChange: (changing: Changing) => void;
  onEnd: (assignment: Assignment) => void;
  isEnding: (assignment: Assignment) => boolean;
};

type RowProps = { title: ReactNode; badges?: ReactNode; lines: (string | false)[]; children: ReactNode };

function FollowedRow({ title, badges, lines, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {badges}
        </p>
        {lines.map(
          (line) =>
            line && (
              <p key={line} className="text-sm wrap-anywhere text-muted">
                {line}
              </p>
            ),
        )}
      </div>
      <div className="-mx-2 flex flex-wrap gap-1 print:hidden">{children}</div>
    </li>
  );
}

const titleClass = 'inline-flex min-h-11 items-center wrap-anywhere underline-offset-4 hover:underline sm:min-h-6';
const packageLine = (bought: { title: string } | null) => bought !== null && `Por su paquete ${bought.title}`;

function CourseRow({ course, user, onChange, onEnd, isEnding }: { course: FollowedCourse; user: Person } & Actions) {
  const { training, assignment, package: bought, next, last_on } = course;
  const day = today(useNow());
  const name = displayName(user.name);
  const title = displayName(training.title);
  return (
    <FollowedRow
      title={
        <Link to={addresses.trainings.detail(training.id)} className={titleClass}>
          {title}
        </Link>
      }
      badges={
        <>
          {training.personal && <Badge tone="blue">Solo para {name}</Badge>}
          {!training.status && <Badge tone="grey">Inactivo: no lo ve</Badge>}
        </>
      }
      lines={[
        training.status && describeNext(next, day),
        `${describeMode(course)} · ${describeDates(course)}`,
        packageLine(bought),
      ]}
    >
      {assignment && (
        <Button
          look="quiet"
          title={title}
          onClick={() => onChange({ assignment, title, days: training.days, hasBegun: last_on !== null })}
        >
          Cambiar
        </Button>
      )}
      {training.personal ? (
        <LinkButton
          look="quiet"
          to={addresses.trainings.edit(training.id)}
          title={title}
          icon={<Pencil aria-hidden className="size-4" />}
        >
          Editar
        </LinkButton>
      ) : (
        <LinkButton
          look="quiet"
          to={personalTrainingAddress(training.id, { cliente: String(user.id), curso: course.course })}
          title={title}
          icon={<Pencil aria-hidden className="size-4" />}
        >
          Cambiar solo para {name}
        </LinkButton>
      )}
      {assignment && (
        <TwoStepDelete name={title} label="Terminar" busy={isEnding(assignment)} onDelete={() => onEnd(assignment)} />
      )}
    </FollowedRow>
  );
}

function DietRow({ diet: followed, onChange, onEnd, isEnding }: { diet: FollowedDiet } & Actions) {
  const { diet, assignment, package: bought } = followed;
  const title = displayName(diet.title);
  return (
    <FollowedRow
      title={
        <Link to={addresses.diets.detail(diet.id)} className={titleClass}>
          {title}
        </Link>
      }
      badges={
        <>
          <Badge tone="green">Dieta</Badge>
          {!diet.status && <Badge tone="grey">Inactiva: no la ve</Badge>}
        </>
      }
      lines={[[describeMode(followed), describeDates(followed)].filter(Boolean).join(' · '), packageLine(bought)]}
    >
      {assignment && (
        <>
          <Button look="quiet" title={title} onClick={() => onChange({ assignment, title })}>
            Cambiar
          </Button>
          <TwoStepDelete name={title} label="Terminar" busy={isEnding(assignment)} onDelete={() => onEnd(assignment)} />
        </>
      )}
    </FollowedRow>
  );
}

function Ended({ assignments }: { assignments: Assignment[] }) {
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">
        Terminados ({assignments.length})
      </summary>
      <ul className="divide-y divide-line">
        {assignments.map(({ id, title, starts_on, ends_on }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">{displayName(title)}</span>
            <span className="text-muted tabular-nums">
              {[starts_on, ends_on].filter(Boolean).map(formatDate).join(' – ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
