import type { User } from '@pulso/contract/accounts/users';
import { addresses } from '#addresses';
import { isOwnId } from '#api/session';
import { CredentialFields } from '#features/accounts/users/form/credential-fields';
import { PersonalFields } from '#features/accounts/users/form/personal-fields';
import { PICTURE, takesPicture, useSaveUser, useUserToEdit } from '#features/accounts/users/form/use-save-user';
import { formValues, userCheck, userPayload } from '#features/accounts/users/form/user-form.rules';
import { FormPage, FormSection, FormSkeleton } from '#forms/form-page';
import { ImageField } from '#forms/image-field';
import { useParams } from '#navigation/navigation';
import { ItemStates } from '#screens/item-states';

const back = { to: addresses.users.list, label: 'Volver a la lista' };
const LOAD_FAILURE = 'Error al cargar los datos del usuario. Por favor, intenta de nuevo.';

export function UserFormScreen() {
  const { id } = useParams();
  const loaded = useUserToEdit(id);
  if (id === undefined) return <UserForm user={undefined} />;
  return (
    <ItemStates
      item={loaded}
      failure={() => LOAD_FAILURE}
      back={back}
      form="Editar Usuario"
      skeleton={<FormSkeleton />}
    >
      {(user) => <UserForm key={id} user={user} onReload={async () => (await loaded.refetch()).data} />}
    </ItemStates>
  );
}

type Props = { user: User | undefined; onReload?: () => Promise<User | undefined> };

function UserForm({ user, onReload }: Props) {
  const own = user !== undefined && isOwnId(user.id);
  const { save, saving, saved, failure, reset } = useSaveUser(user);
  const reload = async () => {
    const fresh = await onReload?.();
    reset();
    return fresh && formValues(fresh);
  };
  return (
    <FormPage
      title={user ? 'Editar Usuario' : 'Nuevo Usuario'}
      subject={user?.name}
      back={back}
      submit={user ? 'Actualizar Usuario' : 'Crear Usuario'}
      check={userCheck(user)}
      values={user && formValues(user)}
      busy={saving}
      saved={saved}
      failure={failure}
      onReload={reload}
      onSubmit={(values, files) => save({ json: userPayload(values, user), image: files[PICTURE] })}
    >
      <FormSection title="Información Personal">
        <PersonalFields own={own} />
        {takesPicture() && (
          <div className="sm:col-span-2">
            <ImageField name={PICTURE} label="Foto" column="profile_image" />
          </div>
        )}
      </FormSection>
      <FormSection title="Credenciales y Permisos">
        <CredentialFields editing={user !== undefined} own={own} />
      </FormSection>
    </FormPage>
  );
}
