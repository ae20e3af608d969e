import type { PauseDays } from '@pulso/contract/accounts/subscription-state';
import type { User } from '@pulso/contract/accounts/users';
import { MAX_PAUSE_DAYS, pausedEnd, pauseInput, resumedEnd, resumeInput } from '@pulso/contract/billing/pauses';
import { addDays, dateOrUndefined, daysBetween, daysLabel, formatDate, isDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { useState } from 'react';
import { useRefetchUser } from '#features/accounts/users/user-records';
import { mapCheckResult, PaymentDialog } from '#features/billing/ledger/payment-dialog';
import { DateField } from '#forms/date-field';
import { TextAreaField } from '#forms/fields';
import { createSchemaCheck } from '#forms/schema-check';
import { useFieldValue } from '#forms/use-field-value';

const checkPause = createSchemaCheck(pauseInput);
const checkResume = createSchemaCheck(resumeInput);

type Subscriber = Pick<User, 'id' | 'name' | 'suscription_end' | 'pause'>;
type Props = { user: Subscriber; day: string; onClose: () => void };

/** 'Le quedan 20 días pagados. Nuevo vencimiento: 15/04/2026.', of days that can be read. */
function LeftDays({ since, end, until }: { since: string; end: string; until: string | undefined }) {
  const left = isDate(since) ? daysBetween(since, end) : 0;
  return (
    <p aria-live="polite" className="text-sm tabular-nums empty:hidden">
      {left > 0 && (
        <>
          {left === 1 ? 'Le queda 1 día pagado.' : `Le quedan ${daysLabel(left)} pagados.`}
          {until && (
            <>
              {' '}
              Nuevo vencimiento: <strong className="font-semibold">{formatDate(until)}</strong>.
            </>
          )}
        </>
      )}
    </p>
  );
}

const endAfter = (end: string, { from, to }: PauseDays) =>
  isDate(from) && isDate(to) && to > from ? dateOrUndefined(() => pausedEnd(end, { from, to })) : undefined;

/** Has the paid days wait until a day. */
export function PauseDialog({ user, day, onClose }: Props) {
  useRefetchUser(user.id);
  const { id, suscription_end } = user;
  const end = suscription_end ?? day;
  const path = `user/${id}/pause`;
  return (
    <PaymentDialog
      title="Pausar suscripción"
      subject={displayName(user.name)}
      submit="Pausar"
      busyLabel="Pausando..."
      failed="Error al pausar la suscripción. Por favor intenta de nuevo."
      values={{ id, from: day }}
      check={(fields) =>
        mapCheckResult(checkPause({ ...fields, end }), (sent) => ({
          path,
          json: { ...sent, end: pausedEnd(end, sent) },
        }))
      }
      done={(_data, { json }) => ({
        title: `En pausa hasta el ${formatDate(json.to)}`,
        description: `${displayName(user.name)}: vence el ${formatDate(json.end)}`,
      })}
      data={end}
      onClose={onClose}
    >
      {(shownEnd) => <PauseFields end={shownEnd} day={day} />}
    </PaymentDialog>
  );
}

function PauseFields({ end, day }: { end: string; day: string }) {
  const [from, to] = [String(useFieldValue('from', day)), String(useFieldValue('to', ''))];
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField name="from" label="Desde" min={day} required />
        <DateField
          name="to"
          label="Vuelve el"
          min={isDate(from) ? addDays(from, 1) : day}
          hint={`Hasta ${MAX_PAUSE_DAYS} días después.`}
          required
        />
      </div>
      <LeftDays since={from} end={end} until={endAfter(end, { from, to })} />
      <TextAreaField name="reason" label="Motivo" rows={2} required />
    </>
  );
}

/** Ends the pause today, or on another day than was said. */
export function ResumeDialog({ user, day, onClose }: Props) {
  useRefetchUser(user.id);
  const { id, suscription_end, pause } = user;
  const path = `user/${id}/resume`;
  const [on, setOn] = useState(day);
  const terms = { end: suscription_end ?? day, pause: pause ?? { from: day, to: day } };
  return (
    <PaymentDialog
      title="Reanudar suscripción"
      subject={displayName(user.name)}
      submit={on > day ? 'Cambiar la vuelta' : 'Reanudar'}
      busyLabel="Guardando..."
      failed="Error al reanudar la suscripción. Por favor intenta de nuevo."
      values={{ id, on: day }}
      check={(fields) =>
        mapCheckResult(checkResume({ ...fields, end: terms.end }), (sent) => ({
          path,
          json: { ...sent, end: resumedEnd(terms.end, terms.pause, sent.on) },
        }))
      }
      done={(_data, { json }) => ({
        title: json.on > day ? `Vuelve el ${formatDate(json.on)}` : 'Suscripción reanudada',
        description: `${displayName(user.name)}: vence el ${formatDate(json.end)}`,
      })}
      data={terms}
      onClose={onClose}
    >
      {(shown) => <ResumeFields terms={shown} day={day} on={on} onChange={setOn} />}
    </PaymentDialog>
  );
}

type Terms = { end: string; pause: PauseDays };

const endResumed = ({ end, pause }: Terms, on: string) =>
  isDate(on) ? dateOrUndefined(() => resumedEnd(end, pause, on)) : undefined;

type ResumeFieldsProps = { terms: Terms; day: string; on: string; onChange: (on: string) => void };

function ResumeFields({ terms, day, on, onChange }: ResumeFieldsProps) {
  const { pause, end } = terms;
  return (
    <>
      <p className="text-sm text-muted">
        {pause.from > day ? 'Pausa prevista' : 'En pausa'} del {formatDate(pause.from)} al {formatDate(pause.to)}.
        {on <= pause.from && ' Todo queda como antes de pausar.'}
      </p>
      <DateField name="on" label="Vuelve el" min={day} onChange={onChange} required />
      <LeftDays since={pause.to} end={end} until={endResumed(terms, on)} />
    </>
  );
}
