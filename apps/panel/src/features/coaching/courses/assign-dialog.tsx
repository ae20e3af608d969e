import {
  skipLabel,
  type AssignmentAnswer,
  type AssignmentCheckInput,
  type CourseKind,
} from '@pulso/contract/coaching/courses';
import { diets } from '@pulso/contract/content/diets';
import { trainings, type Training } from '@pulso/contract/content/trainings';
import { today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { useIdempotencyKey } from '#api/idempotency-key';
import { ClientsField } from '#features/coaching/courses/clients-field';
import { postAssignment, useAssignmentCheck, useRefreshCourses } from '#features/coaching/courses/courses-calls';
import { checkAssignment } from '#features/coaching/courses/courses.rules';
import { ScheduleFields } from '#features/coaching/courses/schedule-fields';
import { CheckField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { RadioField } from '#forms/radio-field';
import { LoadedSelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';
import { useOptions, type Options } from '#forms/use-options';
import { useWrite } from '#forms/use-write';
import { formatCount } from '#ui/text/numbers';

type Thing = { id: number; title: string };
type Person = { id: number; name: string };
/** Those whom a list shows. */
type Listed = { query: NonNullable<AssignmentCheckInput['query']>; count: number };

type Props = {
  /** The choice made before: its kind, or the very thing. */
  kind?: CourseKind;
  thing?: Thing;
  /** For whom; chosen here where neither is given. */
  user?: Person;
  list?: Listed;
  onClose: () => void;
};

const titleByKind = { training: 'Asignar entrenamiento', diet: 'Asignar dieta' };
export const assignTitles = titleByKind;
const kindOptions = [
  { value: 'training', label: 'Entrenamiento' },
  { value: 'diet', label: 'Dieta' },
];
const isActive = ({ status }: { status: boolean }) => status;

const countedClients = (count: number) => (count === 1 ? '1 cliente' : `${formatCount(count)} clientes`);

/** Has clients follow a training or a diet. */
export function AssignDialog({ kind, thing, user, list, onClose }: Props) {
  const keyFor = useIdempotencyKey();
  const refetch = useRefreshCourses();
  const [answer, setAnswer] = useState<AssignmentAnswer>();
  const [userIds, setUserIds] = useState<number[]>([]);
  const nameOf = ({ made }: AssignmentAnswer) =>
    made.length === 1 && user ? displayName(user.name) : countedClients(made.length);
  const save = useWrite({
    write: (input: Parameters<typeof postAssignment>[0]) => postAssignment(input, keyFor(input)),
    failed: 'Error al asignar. Por favor intenta de nuevo.',
    refetch,
    onDone: (done) => {
      if (done.skipped.length > 0) return setAnswer(done);
      showToast({ title: `Asignado a ${nameOf(done)}`, tone: 'good' });
      return onClose();
    },
  });
  if (answer) return <Skipped answer={answer} kind={kind ?? kindOf(answer)} onClose={onClose} />;
  const clients = list ?? (user && { user_ids: [user.id] });
  return (
    <FormDialog
      title={kind && !thing ? titleByKind[kind] : 'Asignar'}
      submit="Asignar"
      busyLabel="Asignando..."
      subject={thing ? displayName(thing.title) : user && displayName(user.name)}
      values={{ id: thing?.id ?? user?.id }}
      check={(fields) => {
        const chosenKind = kind ?? (fields.kind as CourseKind);
        const id = thing?.id ?? fields.thing_id;
        const { kind: _kind, thing_id: _thing, ...schedule } = fields;
        const what = chosenKind === 'diet' ? { diet_id: id } : { training_id: id };
        const checked = checkAssignment({ ...schedule, ...clients, ...what }, chosenKind, today());
        if ('values' in checked) return checked;
        const { training_id: missing = checked.errors.diet_id, ...errors } = checked.errors;
        return { errors: { ...errors, ...(missing && { thing_id: missing }) } };
      }}
      busy={save.isPending}
      failure={save.failure}
      onSubmit={(input) => save.mutate(input)}
      onClose={onClose}
    >
      <Fields
        kind={kind}
        thing={thing}
        list={list}
        userIds={user ? [user.id] : userIds}
        onClients={user || list ? undefined : setUserIds}
      />
    </FormDialog>
  );
}

const kindOf = ({ made }: AssignmentAnswer): CourseKind => made[0]?.kind ?? 'training';

type FieldsProps = Pick<Props, 'kind' | 'thing' | 'list'> & {
  userIds: number[];
  onClients: ((ids: number[]) => void) | undefined;
};

function Fields({ kind: given, thing, list, userIds, onClients }: FieldsProps) {
  const picked = useFieldValue('kind', 'training');
  const kind = given ?? (picked === 'diet' ? 'diet' : 'training');
  const trainingOptions = useOptions(trainings, { keep: isActive });
  const dietOptions = useOptions(diets, { keep: isActive });
  const options: Options = kind === 'diet' ? dietOptions : trainingOptions;
  const chosen = Number(useFieldValue('thing_id', thing?.id ?? 0));
  const id = thing?.id ?? chosen;
  const training = kind === 'training' ? trainingOptions.rows.find((row: Training) => row.id === id) : undefined;
  const what = kind === 'diet' ? { diet_id: id || undefined } : { training_id: id || undefined };
  const { data: effect } = useAssignmentCheck({ ...what, ...(list ? { query: list.query } : { user_ids: userIds }) });
  return (
    <>
      {!given && <RadioField name="kind" legend="Qué" options={kindOptions} byDefault="training" />}
      {!thing && (
        <LoadedSelectField
          key={kind}
          name="thing_id"
          label={kind === 'diet' ? 'Dieta' : 'Entrenamiento'}
          prompt={kind === 'diet' ? 'Selecciona una dieta' : 'Selecciona un entrenamiento'}
          list={options}
          required
        />
      )}
      {onClients && <ClientsField onChange={onClients} />}
      {list && (
        <p className="text-sm">
          <span className="font-medium">Clientes:</span>{' '}
          {list.count === 1 ? 'El que coincide' : `Los ${formatCount(list.count)} que coinciden`}
        </p>
      )}
      <ScheduleFields key={`${kind}-${id}`} kind={kind} days={training?.training_days} />
      {effect && effect.by_package > 0 && (
        <p className="text-sm text-muted">
          {effect.by_package === 1 ? '1 ya lo sigue' : `${formatCount(effect.by_package)} ya lo siguen`} por su paquete.
        </p>
      )}
      {effect && effect.replaced > 0 && <ReplaceField replaced={effect.replaced} />}
    </>
  );
}

function ReplaceField({ replaced }: { replaced: number }) {
  const isReplaced = useFieldValue('replace', true);
  return (
    <div>
      <CheckField name="replace" label="Reemplaza lo que sigue ahora" byDefault />
      {isReplaced === true && (
        <p className="text-sm text-muted">
          {replaced === 1 ? '1 deja lo que sigue.' : `${formatCount(replaced)} dejan lo que siguen.`}
        </p>
      )}
    </div>
  );
}

type SkippedProps = { answer: AssignmentAnswer; kind: CourseKind; onClose: () => void };

/** Whom it was not for, each with the reason. */
function Skipped({ answer: { made, skipped }, kind, onClose }: SkippedProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={made.length === 0 ? 'No se asignó a nadie' : `Asignado a ${countedClients(made.length)}`}
      footer={
        <Button look="primary" onClick={onClose}>
          Cerrar
        </Button>
      }
    >
      <div role="status" className="space-y-3 p-5">
        <p className="text-sm font-medium">
          {skipped.length === 1 ? 'Se omitió 1' : `Se omitieron ${formatCount(skipped.length)}`}
        </p>
        <ul className="divide-y divide-line text-sm">
          {skipped.map(({ user_id, name, why }) => (
            <li key={user_id} className="flex justify-between gap-4 py-2">
              <span className="min-w-0 wrap-anywhere">{displayName(name)}</span>
              <span className="shrink-0 text-muted">{skipLabel(why, kind)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
