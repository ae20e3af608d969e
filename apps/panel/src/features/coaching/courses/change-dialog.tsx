import type { Assignment, FollowedCourse } from '@pulso/contract/coaching/courses';
import { today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { useIdempotencyKey } from '#api/idempotency-key';
import { postChange, useRefreshCourses } from '#features/coaching/courses/courses-calls';
import { checkSchedule, scheduleValues } from '#features/coaching/courses/courses.rules';
import { ScheduleFields } from '#features/coaching/courses/schedule-fields';
import { FormDialog } from '#forms/form-dialog';
import { useWrite } from '#forms/use-write';

type Props = {
  assignment: Assignment;
  title: string;
  /** The training's days; none of a diet. */
  days?: FollowedCourse['training']['days'];
  /** Something of it was done, so another one goes on in its place. */
  hasBegun?: boolean;
  onClose: () => void;
};

/** Changes how an assignment goes on. */
export function ChangeDialog({ assignment, title, days, hasBegun = false, onClose }: Props) {
  const keyFor = useIdempotencyKey();
  const { id, kind, starts_on } = assignment;
  const save = useWrite({
    write: (schedule: Parameters<typeof postChange>[1]) => postChange(assignment, schedule, keyFor({ id, schedule })),
    failed: 'Error al cambiar la asignación. Por favor intenta de nuevo.',
    refetch: useRefreshCourses(),
    onDone: () => {
      showToast({ title: 'Asignación cambiada', tone: 'good' });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cambiar la asignación"
      subject={displayName(title)}
      submit="Guardar"
      values={{ id, ...scheduleValues(assignment) }}
      check={(fields) => checkSchedule(fields, { kind, startBefore: starts_on }, today())}
      busy={save.isPending}
      failure={save.failure}
      onSubmit={(schedule) => save.mutate(schedule)}
      onClose={onClose}
    >
      {hasBegun && (
        <p className="text-sm text-muted">
          Ya empezó: si cambias cómo avanza, sigue desde hoy con el día que le toca. Lo hecho queda como está.
        </p>
      )}
      <ScheduleFields kind={kind} days={days} isRunning={starts_on < today()} />
    </FormDialog>
  );
}
