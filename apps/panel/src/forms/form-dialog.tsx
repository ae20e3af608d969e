import { useId, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button, type Look } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { findResumableForms } from '#forms/drafts';
import { DraftNotice } from '#forms/draft-notice';
import { FailureBox, isShownAtField, type SaveFailure } from '#forms/failure-box';
import { Form, type Check, type Files } from '#forms/form';
import { useDiscardQuestion } from '#forms/use-discard-question';
import { useFirstFocus } from '#forms/use-first-focus';
import { useDraft } from '#forms/use-draft';

export type FormDialogProps<T> = {
  title: string;
  /** The person or item that the dialog is about. */
  subject?: string;
  submit: string;
  check: Check<T>;
  values?: Record<string, unknown>;
  busy: boolean;
  failure?: SaveFailure;
  /** The submit button's text while saving. */
  busyLabel?: string;
  onSubmit: (values: T, files: Files) => void;
  /** Loads the values stored now. */
  onReload?: () => Promise<Record<string, unknown> | undefined>;
  /** Look of the submit button, if it is not the way forward. */
  look?: Look;
  /** Further actions, at the other end of the footer. */
  aside?: ReactNode;
  /** Consequence of the submit button, shown beside it; may follow the form's values. */
  effect?: ReactNode;
  /** Shown instead of the form while its initial values are loading or failed to load. */
  instead?: ReactNode;
  /** Focus target after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
};

/** The name of a dialog's draft. */
export const draftName = (title: string, id?: unknown) =>
  `${location.pathname}#${title}#${typeof id === 'number' ? id : ''}`;

/** True if the session ended over this dialog, which then opens by itself with its draft. */
export const hasDraftToResume = (title: string) => findResumableForms(draftName(title)).length > 0;

/** The id of the item whose dialog the session ended over. */
export const resumableItemId = (title: string) => findResumableForms(draftName(title))[0]?.split('#').at(-1);

/** Skeleton of a form with this many rows. */
export function FormSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando" className="space-y-5 p-5">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton h-17" />
      ))}
    </div>
  );
}

/** A form in a modal; asks before typed text is lost. */
export function FormDialog<T>({
  title,
  subject,
  submit,
  busyLabel = 'Guardando...',
  look = 'primary',
  aside,
  busy,
  failure,
  onReload,
  effect,
  instead,
  returnTo,
  onClose,
  children,
  ...form
}: FormDialogProps<T>) {
  const id = useId();
  const [name] = useState(() => draftName(title, form.values?.id));
  const draft = useDraft({ name, id, values: form.values, busy, onReload });
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const [hasWaited] = useState(instead !== undefined);
  useFirstFocus(id, hasWaited && instead === undefined);
  const { ask, question } = useDiscardQuestion(draft.dirty, () => {
    draft.discard();
    onClose();
  });
  const close = () => (busy ? undefined : draft.dirty ? ask() : onClose());
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      returnTo={returnTo}
      footer={
        <>
          {effect !== undefined && (
            <p ref={setFoot} aria-live="polite" className="min-h-5 w-full text-sm font-medium" />
          )}
          {aside && <span className="mr-auto">{aside}</span>}
          <Button onClick={close} disabled={busy}>
            Cancelar
          </Button>
          {instead === undefined && (
            <Button look={look} type="submit" form={id} busy={busy} disabled={busy}>
              {busy ? busyLabel : submit}
            </Button>
          )}
        </>
      }
    >
      {instead ?? (
        <Form id={id} {...form} {...draft.form} serverErrors={failure?.errors} busy={busy} className="space-y-5 p-5">
          {failure && !isShownAtField(failure) && <FailureBox failure={failure} onReload={draft.reload} />}
          {draft.notice && <DraftNotice {...draft.notice} />}
          {subject && <p className="text-base font-semibold wrap-anywhere">{subject}</p>}
          {children}
          {foot && createPortal(effect, foot)}
        </Form>
      )}
      {question}
    </Dialog>
  );
}
