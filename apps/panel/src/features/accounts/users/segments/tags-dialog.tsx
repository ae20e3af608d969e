import { tags, userTagsInput, type Tag } from '@pulso/contract/accounts/tags';
import type { UserListRow } from '@pulso/contract/accounts/users';
import { displayName } from '@pulso/contract/kit/labels';
import { assertSuccess } from '@pulso/web/answers';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { addresses } from '#addresses';
import { call } from '#api/client';
import { useUserWrite } from '#features/accounts/users/user-records';
import { FormDialog } from '#forms/form-dialog';
import { PickListField } from '#forms/pick-list-field';
import { createSchemaCheck } from '#forms/schema-check';
import { useOptions } from '#forms/use-options';

const check = createSchemaCheck(userTagsInput);
const nameOf = ({ name }: Tag) => name;

type Props = { user: Pick<UserListRow, 'id' | 'name' | 'tags'>; onClose: () => void };

/** Chooses the tags of one person. */
export function TagsDialog({ user, onClose }: Props) {
  const { id, name, tags: had = [] } = user;
  const list = useOptions(tags, { label: nameOf, failure: 'Error al cargar las etiquetas' });
  const { mutate, isPending, failure } = useUserWrite<{ tag_ids: number[] }>(
    'Error al guardar las etiquetas. Por favor intenta de nuevo.',
    async (json) => assertSuccess(await call('PUT', `user/${id}/tags`, { payload: { json } })),
  );
  return (
    <FormDialog
      title="Etiquetas"
      subject={displayName(name)}
      submit="Guardar"
      check={check}
      values={{ id, tag_ids: had.map((tag) => ({ id: tag.id, title: tag.name })) }}
      busy={isPending}
      failure={failure}
      aside={
        <LinkButton look="quiet" to={addresses.setting('etiquetas')}>
          Administrar etiquetas
        </LinkButton>
      }
      onSubmit={(sent) =>
        mutate(sent, {
          onSuccess: () => {
            showToast({ title: 'Etiquetas guardadas', description: displayName(name), tone: 'good' });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <PickListField
        name="tag_ids"
        label="Etiquetas"
        search="Buscar etiquetas..."
        none="Todavía no hay etiquetas. Crea la primera en Configuración, Etiquetas."
        list={list}
      />
    </FormDialog>
  );
}
