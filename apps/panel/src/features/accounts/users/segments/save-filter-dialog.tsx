import { segments, type Segment } from '@pulso/contract/accounts/segments';
import type { UserQuestion } from '@pulso/contract/accounts/users.questions';
import { useSave } from '#api/resources';
import { TextField } from '#forms/fields';
import { createSaveFailure } from '#forms/failure-box';
import { FormDialog } from '#forms/form-dialog';
import { createSchemaCheck } from '#forms/schema-check';

const check = createSchemaCheck(segments.patch);

type Props = {
  /** Given for a new one. */
  question?: UserQuestion;
  /** Given for one that is renamed. */
  segment?: Segment;
  onClose: () => void;
};

/** Asks for the name of a saved filter. */
export function SaveFilterDialog({ question, segment, onClose }: Props) {
  const save = useSave<Segment>(segments);
  return (
    <FormDialog
      title={segment ? 'Cambiar nombre' : 'Guardar filtro'}
      submit="Guardar"
      check={(fields) => check({ name: fields.name })}
      values={segment && { id: segment.id, name: segment.name }}
      busy={save.isPending}
      failure={
        save.error
          ? createSaveFailure('Error al guardar el filtro. Por favor intenta de nuevo.', save.error)
          : undefined
      }
      onSubmit={({ name = '' }) =>
        save.mutate(
          {
            id: segment?.id,
            version: segment?.version,
            payload: { json: { name, ...(question && { query: question }) } },
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Nombre"
        required
        maxLength={60}
        hint="Lo ven todos los administradores."
        autoComplete="off"
      />
    </FormDialog>
  );
}
