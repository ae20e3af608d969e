import { tags, type Tag } from '@pulso/contract/accounts/tags';
import { bulkResult, describeBulk, type BulkAction, type Whom } from '@pulso/contract/accounts/whom';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { NO_TRAINER, TrainerPickField } from '#features/accounts/users/trainers/trainer-pick-field';
import { useUserWrite } from '#features/accounts/users/user-records';
import type { CheckResult } from '#forms/form';
import { FormDialog } from '#forms/form-dialog';
import { LoadedSelectField } from '#forms/select-field';
import { useOptions } from '#forms/use-options';
import { formatCount } from '#ui/text/numbers';

type Words = { title: (users: string) => string; submit: string; failed: string; text?: string };

const wordsOf: Record<BulkAction, Words> = {
  activate: {
    title: (users) => `Activar ${users}`,
    submit: 'Activar',
    failed: 'Error al activar los usuarios. Por favor intenta de nuevo.',
    text: 'Podrán iniciar sesión otra vez.',
  },
  deactivate: {
    title: (users) => `Desactivar ${users}`,
    submit: 'Desactivar',
    failed: 'Error al desactivar los usuarios. Por favor intenta de nuevo.',
    text: 'Se cierran sus sesiones. A ti, y al último administrador, no se los desactiva.',
  },
  add_tag: {
    title: (users) => `Agregar una etiqueta a ${users}`,
    submit: 'Agregar',
    failed: 'Error al agregar la etiqueta. Por favor intenta de nuevo.',
  },
  remove_tag: {
    title: (users) => `Quitar una etiqueta a ${users}`,
    submit: 'Quitar',
    failed: 'Error al quitar la etiqueta. Por favor intenta de nuevo.',
  },
  assign_trainer: {
    title: (users) => `Asignar entrenador a ${users}`,
    submit: 'Asignar',
    failed: 'Error al asignar el entrenador. Por favor intenta de nuevo.',
    text: 'Reemplaza al que tengan. El de antes deja de verlos en el momento.',
  },
};

const nameOf = ({ name }: Tag) => name;

function TagField() {
  const list = useOptions(tags, { label: nameOf, failure: 'Error al cargar las etiquetas' });
  return <LoadedSelectField name="tag_id" label="Etiqueta" required prompt="Elige una etiqueta" list={list} />;
}

type Fields = { tag_id?: number; trainer_id?: number | null };

type Props = {
  action: BulkAction;
  whom: Whom;
  count: number;
  onClose: () => void;
  onDone: () => void;
  /** Called where those who were ticked are others by now. */
  onStale?: () => void;
};

/** Asks before many users are changed, and tells what became of it. */
export function BulkDialog({ action, whom, count, onClose, onDone, onStale }: Props) {
  const words = wordsOf[action];
  const isAboutTag = action === 'add_tag' || action === 'remove_tag';
  const keyFor = useIdempotencyKey();
  const { mutate, isPending, failure } = useUserWrite<Fields>(words.failed, async (fields) => {
    const json = { ...whom, action, count, ...fields };
    const { data } = assertSuccess(await call('POST', 'user/bulk', { payload: { json }, headers: keyFor(json) }));
    const result = readRow({ path: 'user/bulk', row: bulkResult }, data);
    if (!result) throw new CallFailure(200, undefined);
    showToast({ title: describeBulk(result), tone: 'good' });
  });
  return (
    <FormDialog
      title={words.title(count === 1 ? '1 usuario' : `${formatCount(count)} usuarios`)}
      submit={words.submit}
      busyLabel={words.submit}
      look={action === 'deactivate' ? 'danger' : 'primary'}
      check={({ tag_id, trainer_id }): CheckResult<Fields> => {
        if (action === 'assign_trainer')
          return trainer_id
            ? { values: { trainer_id: Number(trainer_id) === NO_TRAINER ? null : Number(trainer_id) } }
            : { errors: { trainer_id: 'Elige un entrenador' } };
        if (!isAboutTag) return { values: {} };
        return tag_id ? { values: { tag_id: Number(tag_id) } } : { errors: { tag_id: 'Elige una etiqueta' } };
      }}
      busy={isPending}
      failure={failure}
      onSubmit={(fields) =>
        mutate(fields, {
          onSuccess: () => {
            onDone();
            onClose();
          },
          onError: (error) => {
            if (!onStale || !(error instanceof CallFailure) || error.code !== 'stale') return;
            showFailureToast(words.failed, error);
            onStale();
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      {words.text && <p className="text-sm">{words.text}</p>}
      {isAboutTag && <TagField />}
      {action === 'assign_trainer' && <TrainerPickField />}
    </FormDialog>
  );
}
