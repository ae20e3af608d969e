import { useId, useState, type ReactNode } from 'react';
import { FailureBox, type SaveFailure } from '#forms/failure-box';
import { Form, type Check } from '#forms/form';
import { useDiscardQuestion } from '#forms/use-discard-question';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';

type Props<T> = {
  title: string;
  submit: string;
  check: Check<T>;
  values?: Record<string, unknown>;
  busy: boolean;
  failure?: SaveFailure;
  /** The submit button's text while saving. */
  busyLabel?: string;
  onSubmit: (values: T, files: Record<string, File>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a modal, which asks before it discards what was typed. */
export function FormDialog<T>({
  title,
  submit,
  busyLabel = 'Guardando...',
  busy,
  failure,
  onClose,
  children,
  ...form
}: Props<T>) {
  const id = useId();
  const [dirty, setDirty] = useState(false);
  const { ask, question } = useDiscardQuestion(dirty, onClose);
  const close = () => (busy ? undefined : dirty ? ask() : onClose());
  return (
    <Dialog open onClose={close} title={title}>
      <Form id={id} {...form} serverErrors={failure?.errors} busy={busy} onDirty={setDirty} className="space-y-5 p-5">
        {failure && <FailureBox failure={failure} />}
        {children}
      </Form>
      <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
        <Button onClick={close} disabled={busy}>
          Cancelar
        </Button>
        <Button look="primary" type="submit" form={id} busy={busy} disabled={busy}>
          {busy ? busyLabel : submit}
        </Button>
      </div>
      {question}
    </Dialog>
  );
}
