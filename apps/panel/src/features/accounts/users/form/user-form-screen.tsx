import type { User } from '@pulso/contract/accounts/users';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useParams, usePlace } from '@pulso/web/navigation/navigation';
import { addresses } from '#addresses';
import { isOwnId, serverOffers } from '#api/session';
import { FORMS_PROPOSE_NOTHING, SAVED_USER_LEADS_TO_LIST } from '#api/strict-spec';
import { CredentialFields } from '#features/accounts/users/form/credential-fields';
import { NotesFields } from '#features/accounts/users/form/notes-fields';
import { PersonalFields } from '#features/accounts/users/form/personal-fields';
import {
  PICTURE_FIELD,
  canUploadPicture,
  canWriteNotes,
  useSaveUser,
  useUserToEdit,
} from '#features/accounts/users/form/use-save-user';
import {
  toFormValues,
  userCheckFor,
  buildUserPayload,
  proposePassword,
} from '#features/accounts/users/form/user-form.rules';
import { FormPage, FormSection, FormSkeleton } from '#forms/form-page';
import { ImageField } from '#forms/image-field';
import { ItemStates } from '#screens/item-states';

const TrainerField = lazy(async () => ({
  default: (await import('#features/accounts/users/trainers/trainer-field')).TrainerField,
}));

const backLink = { to: addresses.users.list, label: 'Volver a la lista' };
const LOAD_FAILURE_MESSAGE = 'Error al cargar los datos del usuario. Por favor, intenta de nuevo.';

/** The weight that a client has noted in the app, which comes after the users in the order of the house. */
export type LastWeightProps = { userId: number };
type ScreenProps = { LastWeight?: ComponentType<LastWeightProps> };

export function UserFormScreen({ LastWeight }: ScreenProps) {
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
      {(user) => (
        <UserForm key={id} user={user} LastWeight={LastWeight} onReload={async () => (await loaded.refetch()).data} />
      )}
    </ItemStates>
  );
}

type Props = ScreenProps & { user: User | undefined; onReload?: () => Promise<User | undefined> };

function UserForm({ user, LastWeight, onReload }: Props) {
  const isOwnUser = user !== undefined && isOwnId(user.id);
  const [proposal] = useState(user || FORMS_PROPOSE_NOTHING ? undefined : proposePassword);
  const { from } = usePlace();
  const detail = user && addresses.users.detail(user.id);
  const back =
    !SAVED_USER_LEADS_TO_LIST && detail === from && detail ? { to: detail, label: 'Volver a la ficha' } : backLink;
  // A new client is opened, because the next step is to sell something.
  const opensDetail = !SAVED_USER_LEADS_TO_LIST && (!user || back.to === detail);
  const { save, saving, saved, savedId, failure, reset } = useSaveUser(user, opensDetail);
  const reload = async () => {
    const fresh = await onReload?.();
    reset();
    return fresh && toFormValues(fresh);
  };
  return (
    <FormPage
      title={user ? 'Editar Usuario' : 'Nuevo Usuario'}
      subject={user?.name}
      back={back}
      next={opensDetail && savedId !== undefined ? addresses.users.detail(savedId) : back.to}
      submit={user ? 'Actualizar Usuario' : 'Crear Usuario'}
      check={userCheckFor(user)}
      values={user && toFormValues(user)}
      busy={saving}
      saved={saved}
      failure={failure}
      onReload={reload}
      onSubmit={(values, files) => {
        const json = buildUserPayload(values, user, canWriteNotes());
        save({
          json,
          image: files[PICTURE_FIELD],
          isPasswordNew: proposal !== undefined && json.password === proposal,
        });
      }}
    >
      <FormSection title="Información Personal">
        <PersonalFields
          own={isOwnUser}
          lastWeight={
            user?.role === 'CLIENT' &&
            LastWeight && (
              <Suspense fallback={<p className="mt-2 min-h-11" />}>
                <LastWeight userId={user.id} />
              </Suspense>
            )
          }
        />
        {canWriteNotes() && <NotesFields />}
        {canUploadPicture() && (
          <div className="sm:col-span-2">
            <ImageField name={PICTURE_FIELD} label="Foto" column="profile_image" />
          </div>
        )}
      </FormSection>
      <FormSection title="Credenciales y Permisos">
        <CredentialFields editing={user !== undefined} own={isOwnUser} proposal={proposal}>
          {serverOffers('trainers') && (
            <Suspense>
              <TrainerField />
            </Suspense>
          )}
        </CredentialFields>
      </FormSection>
    </FormPage>
  );
}
