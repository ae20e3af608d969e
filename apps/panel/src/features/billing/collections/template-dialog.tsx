import type { MessageTemplate } from '@pulso/contract/billing/collections';
import { useState, type ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { MessagePreview, EMPTY_MESSAGE_HINT } from '#features/billing/collections/message-preview';

type Props = {
  templates: readonly MessageTemplate[];
  chosen: MessageTemplate | undefined;
  /** Preview of the message to the focused client. */
  textOf: (template: MessageTemplate) => string;
  onChoose: (template: MessageTemplate) => void;
  onClose: () => void;
  returnTo?: () => HTMLElement | null;
  title?: string;
  submit?: string;
  busy?: boolean;
  /** Hint below the message. */
  children?: ReactNode;
};

/** False for the words of an access, which have their values in a dialog of their own alone. */
const isContact = ({ text }: MessageTemplate) => !text.includes('{acceso}');

/** Chooses the template of the next messages of a list, or of one message. */
export function TemplateDialog({
  templates,
  chosen,
  textOf,
  onChoose,
  onClose,
  returnTo,
  title = 'Plantilla',
  submit = 'Usar en esta lista',
  busy = false,
  children,
}: Props) {
  const [id, setId] = useState(chosen?.id);
  const picked = templates.find((template) => template.id === id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      returnTo={returnTo}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button look="primary" type="submit" form="choose-template" busy={busy} disabled={!picked || busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id="choose-template"
        className="space-y-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (picked) onChoose(picked);
        }}
      >
        <fieldset>
          <legend className="sr-only">Plantilla de los mensajes</legend>
          <div data-choices className="grid gap-1 sm:grid-cols-2">
            {templates.filter(isContact).map(({ id: value, name }) => (
              <label key={value} className="flex min-h-11 items-center gap-3 text-sm font-medium">
                <input
                  type="radio"
                  name="template"
                  value={value}
                  checked={value === id}
                  onChange={() => setId(value)}
                  className="size-4 shrink-0"
                />
                <span className="wrap-anywhere">{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {picked && <MessagePreview label="Vista previa" text={textOf(picked)} missing={EMPTY_MESSAGE_HINT} />}
        {children}
      </form>
    </Dialog>
  );
}
