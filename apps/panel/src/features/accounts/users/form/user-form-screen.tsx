import type { User } from '@pulso/contract/accounts/users';
import { addresses } from '#addresses';
import { isOwnId } from '#api/session';
import { CredentialFields } from '#features/accounts/users/form/credential-fields';
import { PersonalFields } from '#features/accounts/users/form/personal-fields';
import {
  PICTURE_FIELD,
  canUploadPicture,
  useSaveUser,
  useUserToEdit,
} from '#features/accounts/users/form/use-save-user';
import { toFormValues, userCheckFor, buildUserPayload } from '#features/accounts/users/form/user-form.rules';
import { FormPage, FormSection, FormSkeleton } from '#forms/form-page';
import { ImageField } from '#forms/image-field';
import { useParams } from '#navigation/navigation';
import { ItemStates } from '#screens/item-states';

const backLink = { to: addresses.users.list, label: 'Volver a la lista' };
const LOAD_FAILURE_MESSAGE = 'Error al cargar los datos del usuario. Por favor, intenta de nuevo.';

export function UserFormScreen() {
  const { id } = useParams();
  const loaded = useUserToEdit(id);
  if (id === undefined) return <UserForm user={undefined} />;
  return (
    <ItemStates
      item={loaded}
      failure={() => LOAD_FAILURE_MESSAGE}
      back={backLink}
      form="Editar Usuario"
      skeleton={<FormSkeleton />}
    >
      {(user) => <UserForm key={id} user={user} onReload={async () => (await loaded.refetch()).data} />}
    </ItemStates>
  );
}

type Props = { user: User | undefined; onReload?: () => Promise<User | undefined> };

function UserForm({ user, onReload }: Props) {
  const isOwnUser = user !== undefined && isOwnId(user.id);
  const { save, saving, saved, failure, reset } = useSaveUser(user);
  const reload = async () => {
    const fresh = await onReload?.();
    reset();
    return fresh && toFormValues(fresh);
  };
  return (
    <FormPage
      title={user ? 'Editar Usuario' : 'Nuevo Usuario'}
      subject={user?.name}
      back={backLink}
      submit={user ? 'Actualizar Usuario' : 'Crear Usuario'}
      check={userCheckFor(user)}
      values={user && toFormValues(user)}
      busy={saving}
      saved={saved}
      failure={failure}
      onReload={reload}
      onSubmit={(values, files) => save({ json: buildUserPayload(values, user), image: files[PICTURE_FIELD] })}
    >
      <FormSection title="Información Personal">
        <PersonalFields own={isOwnUser} />
        {canUploadPicture() && (
          <div className="sm:col-span-2">
            <ImageField name={PICTURE_FIELD} label="Foto" column="profile_image" />
          </div>
        )}
      </FormSection>
      <FormSection title="Credenciales y Permisos">
        <CredentialFields editing={user !== undefined} own={isOwnUser} />
      </FormSection>
    </FormPage>
  );
}
