import { userNotes, type UserNotes } from '@pulso/contract/accounts/users.input';
import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { assertSuccess } from '@pulso/web/answers';
import { Button, IconButton } from '@pulso/web/ui/controls/button';
import { Prose } from '@pulso/web/ui/details/facts';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { call } from '#api/client';
import { canWriteNotes } from '#features/accounts/users/form/use-save-user';
import { NotesFields } from '#features/accounts/users/form/notes-fields';
import { useUserWrite } from '#features/accounts/users/user-records';
import { useUser } from '#features/desk/user-detail/use-user';
import { DraftNotice } from '#forms/draft-notice';
import { FailureBox, isShownAtField } from '#forms/failure-box';
import { Form } from '#forms/form';
import { draftName, hasDraftToResume } from '#forms/form-dialog';
import { createSchemaCheck } from '#forms/schema-check';
import { useDiscardQuestion } from '#forms/use-discard-question';
import { useDraft } from '#forms/use-draft';
import { useFirstFocus } from '#forms/use-first-focus';
import { Section } from '#ui/details/section';

const TITLE = 'Notas';
const check = createSchemaCheck(userNotes);

type EditorProps = { user: UserDetail; onClose: () => void };

/** Begins with the user as first shown: a refetch must not change the version under the typed text. */
function NotesEditor({ user, onClose }: EditorProps) {
  const id = useId();
  const [base, setBase] = useState(user);
  const { refetch } = useUser(String(user.id));
  const { mutate, isPending, isSuccess, failure, reset } = useUserWrite<UserNotes>(
    'Error al guardar las notas. Por favor intenta de nuevo.',
    async (json) => {
      const headers = base.version === undefined ? undefined : { 'If-Match': `"${base.version}"` };
      return assertSuccess(await call('PATCH', `user/${base.id}`, { payload: { json }, headers }));
    },
  );
  const reload = async () => {
    const { data } = await refetch();
    if (data) setBase(data);
    reset();
    return data;
  };
  const draft = useDraft({
    name: draftName(TITLE),
    id,
    values: base,
    busy: isPending || isSuccess,
    onReload: reload,
  });
  const { ask, question } = useDiscardQuestion(draft.dirty && !isSuccess, () => {
    draft.discard();
    onClose();
  });
  useFirstFocus(id, true);
  const save = (notes: UserNotes) =>
    mutate(notes, {
      onSuccess: () => {
        showToast({ title: 'Notas guardadas', tone: 'good' });
        onClose();
      },
    });
  return (
    <>
      <Form
        id={id}
        check={check}
        {...draft.form}
        serverErrors={failure?.errors}
        busy={isPending}
        onSubmit={save}
        className="grid gap-5 sm:grid-cols-2"
      >
        {draft.notice && (
          <div className="sm:col-span-2">
            <DraftNotice {...draft.notice} />
          </div>
        )}
        <NotesFields />
        {failure && !isShownAtField(failure) && (
          <div className="sm:col-span-2">
            <FailureBox failure={failure} onReload={draft.reload} />
          </div>
        )}
        <div className="flex justify-end gap-2 sm:col-span-2">
          <Button onClick={draft.dirty ? ask : onClose} disabled={isPending}>
            Cancelar
          </Button>
          <Button type="submit" busy={isPending} disabled={isPending}>
            {isPending ? 'Guardando...' : 'Guardar'}
          </Button>
        </div>
      </Form>
      {question}
    </>
  );
}

/** The notes about a person, and the e-mail address, which are edited where they are read. */
export function NotesSection({ user }: { user: UserDetail }) {
  const isWritable = canWriteNotes();
  const [editing, setEditing] = useState(() => isWritable && hasDraftToResume(TITLE));
  return (
    <Section title={TITLE} open={isWritable || Boolean(user.notes)}>
      {editing ? (
        <NotesEditor user={user} onClose={() => setEditing(false)} />
      ) : isWritable && !user.notes ? (
        <button
          type="button"
          className="flex min-h-11 w-full items-center justify-between gap-3 rounded-control border border-dashed border-line px-3 text-left text-sm text-muted hover:bg-sunken hover:text-text"
          onClick={() => setEditing(true)}
        >
          <span>Sin notas</span>
          <span className="inline-flex items-center gap-2 font-semibold text-text print:hidden">
            <Pencil aria-hidden className="size-4" />
            {user.email ? 'Agregar notas' : 'Agregar notas o correo'}
          </span>
        </button>
      ) : (
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 flex-1">
            <Prose>{user.notes || 'Sin notas'}</Prose>
          </div>
          {isWritable && (
            <IconButton
              label={user.email ? 'Editar notas y correo' : 'Agregar notas o correo'}
              className="-my-2.5 -mr-2.5 print:hidden"
              icon={<Pencil aria-hidden className="size-4" />}
              onClick={() => setEditing(true)}
            />
          )}
        </div>
      )}
    </Section>
  );
}
