import { segments } from '@pulso/contract/accounts/segments';
import { today } from '@pulso/contract/kit/dates';
import { CalendarDays, Info, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { CallFailure, serverMessage } from '@pulso/web/answers';
import { usePlace } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useList } from '#api/resources';
import { AudiencePicker, GroupReach } from '#features/desk/notifications/group/audience-picker';
import { GroupLists } from '#features/desk/notifications/group/group-lists';
import {
  checkGroupMessage,
  nextHour,
  reachText,
  savedWhom,
  whomOf,
  type GroupMessage,
} from '#features/desk/notifications/group/group.rules';
import { formatMoment } from '#features/desk/notifications/notification-history';
import { NotificationPreview } from '#features/desk/notifications/notification-preview';
import { isDuplicateRefusal, RepeatQuestion } from '#features/desk/notifications/repeat-question';
import { useAudience, useRefreshNotifications } from '#features/desk/notifications/use-notifications';
import { DateField } from '#forms/date-field';
import { DraftNotice } from '#forms/draft-notice';
import { TextAreaField, TextField } from '#forms/fields';
import { Form } from '#forms/form';
import { RadioField } from '#forms/radio-field';
import { useDraft } from '#forms/use-draft';
import { useFieldValue } from '#forms/use-field-value';
import { MainAction } from '#ui/layout/main-action';
import { useDebounced } from '#ui/hooks/use-debounced';

const TYPING_PAUSE_MS = 300;
const LATER = 'later';

type SendState =
  | { kind: 'idle' | 'sending' }
  | { kind: 'failed'; title: string; message: string; error: unknown }
  | { kind: 'asking'; message: GroupMessage };

function WhenFields() {
  const isLater = useFieldValue('when', 'now') === LATER;
  const [{ day, clock }] = useState(() => nextHour(new Date()));
  return (
    <>
      <RadioField
        name="when"
        legend="Cuándo"
        byDefault="now"
        options={[
          { value: 'now', label: 'Ahora' },
          { value: LATER, label: 'Programar' },
        ]}
      />
      {isLater && (
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField name="day" label="Día" required min={today()} defaultValue={day} />
          <TextField
            name="clock"
            label="Hora"
            type="time"
            required
            defaultValue={clock}
            hint="Hora de Buenos Aires."
            className="tabular-nums"
          />
        </div>
      )}
    </>
  );
}

type SubmitProps = { form: string; count: string | undefined; isNobody: boolean; sending: boolean };

function SubmitButton({ form, count, isNobody, sending }: SubmitProps) {
  const isLater = useFieldValue('when', 'now') === LATER;
  const Icon = isLater ? CalendarDays : Send;
  return (
    <MainAction>
      <Button
        look="primary"
        type="submit"
        form={form}
        busy={sending}
        // A scheduled one may find somebody by its hour.
        disabled={sending || count === undefined || (isNobody && !isLater)}
        icon={<Icon aria-hidden className="size-4" />}
      >
        {sending ? 'Enviando...' : isLater ? 'Programar' : count ? `Enviar a ${count}` : 'Enviar'}
      </Button>
    </MainAction>
  );
}

const firstPart = (reach: string) => reach.split(' · ')[0]!.replace('Más', 'más');

type Props = { asked: string; onAsk: (asked: string) => void };

/** A notification to those whom a question finds, now or at an hour. */
export function GroupTab({ asked, onAsk }: Props) {
  const [state, setState] = useState<SendState>({ kind: 'idle' });
  const [formKey, setFormKey] = useState(0);
  const saved = useList(segments).data;
  const settled = useDebounced(asked, TYPING_PAUSE_MS);
  const whom = savedWhom(whomOf(settled), saved);
  const reach = useAudience(whom, { enabled: whom !== undefined });
  const renew = useRefreshNotifications();
  const keyFor = useIdempotencyKey();
  const sending = state.kind === 'sending';
  const id = useId();
  const { pathname } = usePlace();
  const draft = useDraft({ name: `${pathname}#grupo`, id, values: undefined, busy: sending });

  const counted = whom && settled === asked ? reach.data : undefined;
  const count = counted && !counted.gone ? firstPart(reachText(counted)) : undefined;
  const clear = () => {
    setFormKey(formKey + 1);
    draft.startAnew();
    setState({ kind: 'idle' });
  };
  const send = async (message: GroupMessage, repeat?: true) => {
    if (!whom || !counted) return;
    const isNow = message.send_at === undefined;
    const json = { ...message, audience: whom, ...(isNow && { count: counted.users }), ...(repeat && { repeat }) };
    setState({ kind: 'sending' });
    try {
      await call('POST', '/notifications/send', { payload: { json }, headers: keyFor({ json, formKey }) });
      showToast({
        title: isNow ? 'Notificación enviada' : `Se envía el ${formatMoment(message.send_at ?? '')}`,
        description: message.title,
        tone: 'good',
      });
      clear();
    } catch (error) {
      if (isDuplicateRefusal(error)) return setState({ kind: 'asking', message });
      setState({
        kind: 'failed',
        error,
        title: isNow ? 'Error al enviar la notificación' : 'Error al programar la notificación',
        message: serverMessage(error, 'Por favor intenta de nuevo.'),
      });
    }
    // The group may be another one by now.
    renew();
  };
  const serverErrors = state.kind === 'failed' && state.error instanceof CallFailure ? state.error.errors : undefined;

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="space-y-4">
        <AudiencePicker
          whom={whomOf(asked)}
          onChange={(chosen) => onAsk(chosen === undefined ? '' : JSON.stringify(chosen))}
        />
        <GroupReach isChosen={whom !== undefined} reach={reach} />
        {state.kind === 'failed' && (
          <ErrorBox>
            <p className="font-semibold">{state.title}</p>
            <p>{state.message}</p>
          </ErrorBox>
        )}
        {draft.notice && <DraftNotice {...draft.notice} />}
        <Form
          {...draft.form}
          key={`${formKey} ${draft.form.key}`}
          id={id}
          check={(fields) => checkGroupMessage(fields, new Date())}
          serverErrors={serverErrors?.send_at ? { ...serverErrors, clock: serverErrors.send_at } : serverErrors}
          busy={sending}
          onSubmit={(message) => void send(message)}
          className="space-y-5 rounded-card border border-line bg-surface p-5"
        >
          <TextField
            name="title"
            label="Título"
            required
            // Enter does not submit: a message to many is sent by its button alone.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <TextAreaField name="body" label="Mensaje" required rows={4} />
          <NotificationPreview />
          <WhenFields />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={clear} disabled={sending}>
              Limpiar
            </Button>
            <SubmitButton form={id} count={count} isNobody={counted?.users === 0} sending={sending} />
          </div>
        </Form>
        <RepeatQuestion
          open={state.kind === 'asking'}
          reached="las mismas personas la reciben"
          onYes={() => state.kind === 'asking' && void send(state.message, true)}
          onNo={() => setState({ kind: 'idle' })}
        />
      </div>
      <aside
        aria-label="Información"
        className="border-line p-1 text-sm text-muted lg:border-l lg:py-1 lg:pl-5 max-lg:-order-1 lg:row-span-2"
      >
        <p className="mb-2 flex items-center gap-2 font-semibold">
          <Info aria-hidden className="size-5" /> A un grupo
        </p>
        <ul className="list-disc space-y-1 pl-5">
          <li>La recibe solo quien está en el grupo a la hora de enviarla.</li>
          <li>Cada persona ve en su app las suyas y las que fueron para todos.</li>
          <li>Una programada se cancela hasta su hora. Si el servidor está apagado, sale hasta 12 horas después.</li>
        </ul>
      </aside>
      <GroupLists />
    </div>
  );
}
