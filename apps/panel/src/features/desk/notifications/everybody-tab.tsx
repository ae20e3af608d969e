import { INVALID_DATA, notificationInput } from '@pulso/contract/desk/notifications';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import { preprocess } from '@pulso/contract/kit/fields';
import { ChevronRight, CircleCheck, Info, Send } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import * as z from 'zod/mini';
import { CallFailure, serverMessage } from '@pulso/web/answers';
import { usePlace } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { call } from '#api/client';
import { AudienceNote } from '#features/desk/notifications/audience-note';
import { NotificationHistory } from '#features/desk/notifications/notification-history';
import { isDuplicateRefusal, RepeatQuestion } from '#features/desk/notifications/repeat-question';
import { NotificationPreview } from '#features/desk/notifications/notification-preview';
import { hasNotificationHistory, useRefreshNotifications } from '#features/desk/notifications/use-notifications';
import { DraftNotice } from '#forms/draft-notice';
import { TextAreaField, TextField } from '#forms/fields';
import { Form, useField } from '#forms/form';
import { createSchemaCheck } from '#forms/schema-check';
import { useFirstFocus } from '#forms/use-first-focus';
import { useDraft } from '#forms/use-draft';
import { MainAction } from '#ui/layout/main-action';

const BANNER_MS = 5_000;

/** Typed as JSON text; blank is none. */
const notificationForm = z.extend(notificationInput, {
  data: preprocess((typed) => {
    if (typeof typed !== 'string' || typed.trim() === '') return undefined;
    try {
      return JSON.parse(typed) as unknown;
    } catch {
      return typed;
    }
  }, notificationInput.shape.data),
});
type NotificationValues = z.infer<typeof notificationForm>;

/** One message for any error inside the data. */
const notificationErrors = (error: z.core.$ZodError) => {
  const errors = fieldErrors(error);
  const isInside = Object.keys(errors).some((field) => field.startsWith('data.'));
  return isInside ? { ...errors, data: INVALID_DATA } : errors;
};

const check = createSchemaCheck(notificationForm, notificationErrors);

type SendState =
  | { kind: 'idle' | 'sending' | 'sent' }
  | { kind: 'failed'; message: string; error: unknown }
  /** An equal notification was sent a moment ago: asks whether to send it again. */
  | { kind: 'asking'; json: NotificationValues };

function SentBanner() {
  return (
    <div role="status" className="flex items-start gap-3 rounded-card border border-green bg-green-soft p-4 text-green">
      <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">¡Notificación enviada con éxito!</p>
        <p className="text-sm">La notificación ha sido enviada a todos los usuarios.</p>
      </div>
    </div>
  );
}

const DATA_LABEL = 'Datos adicionales (JSON)';

/** Folded, because few need it; open where something stands in it or is wrong with it. */
function DataField() {
  const { initial, error } = useField('data');
  const [isOpen, setIsOpen] = useState(!!initial);
  const [lastError, setLastError] = useState(error);
  if (error !== lastError) {
    setLastError(error);
    if (error) setIsOpen(true);
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group/data rounded-control border border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control px-3 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 text-muted transition-transform group-open/data:rotate-90" />
        {DATA_LABEL}
      </summary>
      <div className="px-3 pb-3">
        <TextAreaField
          name="data"
          label={DATA_LABEL}
          isLabelHidden
          hint='Opcional. Por ejemplo: {"pantalla": "promociones"}'
          rows={2}
          className="min-h-16 resize-none field-sizing-content font-mono"
        />
      </div>
    </details>
  );
}

/** The form of document 1, for all users, and what was sent with it. */
export function EverybodyTab() {
  const [state, setState] = useState<SendState>({ kind: 'idle' });
  // A form begins anew when its key changes: after a send, and by 'Limpiar'.
  const [formKey, setFormKey] = useState(0);
  const renew = useRefreshNotifications();
  const sending = state.kind === 'sending';
  const id = useId();
  useFirstFocus(id, true);
  const { pathname } = usePlace();
  const draft = useDraft({ name: pathname, id, values: undefined, busy: sending });

  useEffect(() => {
    if (state.kind !== 'sent') return undefined;
    const timer = setTimeout(() => setState({ kind: 'idle' }), BANNER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const begin = () => {
    setFormKey(formKey + 1);
    draft.startAnew();
  };
  const send = async (json: NotificationValues & { repeat?: true }) => {
    setState({ kind: 'sending' });
    try {
      await call('POST', '/notifications/send-to-all', { payload: { json } });
      setState({ kind: 'sent' });
      begin();
      renew();
    } catch (error) {
      if (isDuplicateRefusal(error)) return setState({ kind: 'asking', json });
      setState({
        kind: 'failed',
        error,
        message: serverMessage(error, 'Ha ocurrido un error al enviar la notificación'),
      });
    }
  };
  const clear = () => {
    begin();
    setState({ kind: 'idle' });
  };

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="space-y-4">
        {state.kind === 'sent' && <SentBanner />}
        {state.kind === 'failed' && (
          <ErrorBox>
            <p className="font-semibold">Error al enviar la notificación</p>
            <p>{state.message}</p>
          </ErrorBox>
        )}
        {draft.notice && <DraftNotice {...draft.notice} />}
        <Form
          {...draft.form}
          key={`${formKey} ${draft.form.key}`}
          id={id}
          check={check}
          serverErrors={state.kind === 'failed' && state.error instanceof CallFailure ? state.error.errors : undefined}
          busy={sending}
          onSubmit={(values) => void send(values)}
          className="space-y-5 rounded-card border border-line bg-surface p-5"
        >
          <TextField
            name="title"
            label="Título"
            required
            // Enter does not submit: a message to everybody is sent by its button alone.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <TextAreaField name="body" label="Mensaje" required rows={4} />
          <DataField />
          <NotificationPreview />
          {hasNotificationHistory() && <AudienceNote />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={clear} disabled={sending}>
              Limpiar
            </Button>
            <MainAction>
              <Button
                look="primary"
                type="submit"
                form={id}
                busy={sending}
                disabled={sending}
                icon={<Send aria-hidden className="size-4" />}
              >
                {sending ? 'Enviando...' : 'Enviar a todos'}
              </Button>
            </MainAction>
          </div>
        </Form>
        <RepeatQuestion
          open={state.kind === 'asking'}
          reached="todos la reciben"
          onYes={() => state.kind === 'asking' && void send({ ...state.json, repeat: true })}
          onNo={() => setState({ kind: 'idle' })}
        />
      </div>
      <aside
        aria-label="Información"
        className="border-line p-1 text-sm text-muted lg:border-l lg:py-1 lg:pl-5 max-lg:-order-1 lg:row-span-2"
      >
        <p className="mb-2 flex items-center gap-2 font-semibold">
          <Info aria-hidden className="size-5" /> Antes de enviar
        </p>
        <ul className="list-disc space-y-1 pl-5">
          <li>La notificación llega a todos los usuarios de la app y no se puede retirar.</li>
          <li>El título y el mensaje se muestran tal como los escribes.</li>
          <li>Los datos adicionales son para la app: un objeto JSON que el usuario no ve.</li>
        </ul>
      </aside>
      {hasNotificationHistory() && <NotificationHistory />}
    </div>
  );
}
