import type { MyPlan } from '@pulso/contract/coaching/claims';
import { MAX_CLAIM_AGE_DAYS, TRANSFER_PICTURE } from '@pulso/contract/coaching/claims.labels';
import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { addDays } from '@pulso/contract/kit/dates';
import { formatPesos } from '@pulso/contract/kit/money';
import { CircleCheck, ImagePlus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { CallFailure, reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { call } from '#http/call';
import { serverToday } from '#http/server-clock';
import { makeSmaller } from '#device/small-picture';
import { Choice, coveredClass, Field, FieldError } from '#features/field';
import { randomKey } from '#features/plan/random-key';
import { debtName, newDraft, transferFields, withPurpose, type Draft, type Purpose } from '#features/plan/plan.rules';

const DONE = 'Listo. Te confirmamos cuando veamos la transferencia.';

type Failure = { error: unknown; fields: FieldErrors };

/** A refusal stands beside the field that it is about. */
function fieldsOf(error: unknown): FieldErrors {
  if (!(error instanceof CallFailure)) return {};
  const { status, code, errors, serverMessage = '' } = error;
  if (status === 413 || status === 415) return { [TRANSFER_PICTURE]: serverMessage };
  // A refusal without a code is about the debt.
  if (status === 409 && code === undefined) return { claim: serverMessage };
  const { debt_id, ...others } = errors;
  return debt_id === undefined ? others : { claim: debt_id, ...others };
}

type Props = { open: boolean; plan: MyPlan; onSent: () => void; onClose: () => void };

/** 'Ya transferí' */
export function TransferDialog({ open, plan, onSent, onClose }: Props) {
  const formId = useId();
  const [draft, setDraft] = useState<Draft>(() => newDraft(plan, serverToday()));
  const [picture, setPicture] = useState<Picture>();
  const [state, setState] = useState<'typing' | 'sending' | 'sent'>('typing');
  const [failure, setFailure] = useState<Failure>();
  // The same transfer always has the same key: sent again after an answer that was lost, it is one.
  const keys = useRef(new Map<string, string>());
  const isSending = state === 'sending';
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The first field that was refused may be off the screen.
    if (failure) form.current?.querySelector<HTMLElement>('[data-wrong] input')?.focus();
  }, [failure]);

  const send = async (another: boolean) => {
    setState('sending');
    setFailure(undefined);
    const fields = { ...transferFields(draft), ...(another && { another: 'true' }) };
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    if (picture) body.append(TRANSFER_PICTURE, picture.file);
    const sent = JSON.stringify([fields, picture?.address]);
    const key = keys.current.get(sent) ?? randomKey();
    keys.current.set(sent, key);
    try {
      await call('POST', 'my/transfer', { form: body, key });
      setState('sent');
      speak(DONE, 'sent');
      onSent();
    } catch (error) {
      setState('typing');
      setFailure({ error, fields: fieldsOf(error) });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) void send(false);
  };
  const buttons =
    state === 'sent' ? (
      <Button look="primary" className="w-full" onClick={onClose}>
        Cerrar
      </Button>
    ) : (
      <Button type="submit" form={formId} look="primary" className="w-full" busy={isSending} disabled={isSending}>
        {isSending ? 'Enviando...' : 'Enviar aviso'}
      </Button>
    );
  return (
    <Dialog open={open} onClose={onClose} title="Ya transferí" footer={buttons}>
      {state === 'sent' ? (
        <div className="flex flex-col items-center gap-3 px-5 py-8 text-center">
          <CircleCheck aria-hidden className="size-12 text-green" strokeWidth={1.5} />
          <p className="text-lg font-semibold text-balance">{DONE}</p>
        </div>
      ) : (
        <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-5 p-5">
          <Fields
            plan={plan}
            draft={draft}
            errors={failure?.fields ?? {}}
            onChange={(changed) => setDraft({ ...draft, ...changed })}
            onPurpose={(purpose) => setDraft(withPurpose(draft, plan, purpose))}
          />
          <PictureField picture={picture} error={failure?.fields[TRANSFER_PICTURE]} onChange={setPicture} />
          {failure && <Refused failure={failure} onAnother={() => void send(true)} />}
        </form>
      )}
    </Dialog>
  );
}

/** A failure that no field is to blame for. */
function Refused({ failure: { error, fields }, onAnother }: { failure: Failure; onAnother: () => void }) {
  if (Object.keys(fields).length > 0) return null;
  const isDuplicate = error instanceof CallFailure && error.code === 'duplicate';
  const isRefused = error instanceof CallFailure && error.status >= 400 && error.status < 500;
  return (
    <ErrorBox>
      {!isRefused && <p>Error al enviar el aviso. Por favor intenta de nuevo.</p>}
      <p>{reasonOf(error)}</p>
      {isDuplicate && (
        <Button className="mt-3" onClick={onAnother}>
          Es otra transferencia
        </Button>
      )}
    </ErrorBox>
  );
}

type FieldsProps = {
  plan: MyPlan;
  draft: Draft;
  errors: FieldErrors;
  onChange: (changed: Partial<Draft>) => void;
  onPurpose: (purpose: Purpose) => void;
};

function Fields({ plan, draft, errors, onChange, onPurpose }: FieldsProps) {
  const today = serverToday();
  return (
    <>
      <Field
        label="Monto"
        error={errors.amount}
        inputMode="decimal"
        autoComplete="off"
        value={draft.amount}
        onChange={({ target }) => onChange({ amount: target.value })}
      />
      <Field
        label="Qué día"
        error={errors.paid_on}
        type="date"
        min={addDays(today, -MAX_CLAIM_AGE_DAYS)}
        max={today}
        value={draft.paid_on}
        onChange={({ target }) => onChange({ paid_on: target.value })}
      />
      <fieldset className="min-w-0" data-choices data-wrong={errors.claim}>
        <legend className="mb-1.5 font-medium">Para qué</legend>
        <div className="grid gap-2">
          <Choice<Purpose>
            name="para-que"
            of={draft.purpose}
            value="renewal"
            label="Renovar mi plan"
            onChoose={onPurpose}
          />
          {plan.debts.map((debt) => (
            <Choice<Purpose>
              key={debt.id}
              name="para-que"
              of={draft.purpose}
              value={debt.id}
              label={debtName(debt)}
              note={formatPesos(debt.owed)}
              onChoose={onPurpose}
            />
          ))}
          <Choice<Purpose> name="para-que" of={draft.purpose} value="other" label="Otra cosa" onChoose={onPurpose} />
        </div>
        <FieldError>{errors.claim}</FieldError>
      </fieldset>
      <Field
        label="Número de operación (opcional)"
        error={errors.transaction_id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.transaction_id}
        onChange={({ target }) => onChange({ transaction_id: target.value })}
      />
    </>
  );
}

/** A picture as it is sent, and an address to show it by. */
type Picture = { file: File; address: string };

type PictureProps = {
  picture: Picture | undefined;
  error: string | undefined;
  onChange: (picture: Picture | undefined) => void;
};

function PictureField({ picture, error, onChange }: PictureProps) {
  const id = useId();
  const replaceBy = (file: File | undefined) => {
    if (picture) URL.revokeObjectURL(picture.address);
    onChange(file && { file, address: URL.createObjectURL(file) });
  };
  const choose = async (input: HTMLInputElement) => {
    const [chosen] = input.files ?? [];
    if (chosen) replaceBy(await makeSmaller(chosen));
    // The same picture may be chosen again after it was taken away.
    input.value = '';
  };
  return (
    <div className="min-w-0" data-wrong={error}>
      <span id={id} className="mb-1.5 block font-medium">
        Foto o captura del comprobante (opcional)
      </span>
      <label className={`${coveredClass} ${error ? 'border-red' : ''}`}>
        <input
          type="file"
          accept="image/*"
          aria-labelledby={id}
          aria-invalid={error !== undefined}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={({ target }) => void choose(target)}
        />
        {picture ? (
          <img src={picture.address} alt="" className="size-16 shrink-0 rounded-control object-cover" />
        ) : (
          <ImagePlus aria-hidden className="size-6 shrink-0 text-muted" />
        )}
        <span className="min-w-0 flex-1 wrap-anywhere">{picture ? 'Cambiar la imagen' : 'Elegir una imagen'}</span>
      </label>
      <FieldError>{error}</FieldError>
      {picture && (
        <Button look="quiet" className="mt-1" onClick={() => replaceBy(undefined)}>
          Quitar la imagen
        </Button>
      )}
    </div>
  );
}
