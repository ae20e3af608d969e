import type { Claim, MyPlan } from '@pulso/contract/coaching/claims';
import type { My } from '@pulso/contract/billing/client-app';
import { claimStateLabel, type ClaimState } from '@pulso/contract/coaching/claims.labels';
import { formatDate } from '@pulso/contract/kit/dates';
import { formatPesos } from '@pulso/contract/kit/money';
import { lazy, Suspense, useState } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Badge, type Tone } from '@pulso/web/ui/feedback/badge';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { refresh, useAnswer } from '#http/answers';
import { call } from '#http/call';
import { TODAY_PATH } from '#features/kept-limits';
import { claimPurpose, PLAN_PATH } from '#features/plan/plan.rules';

const TransferDialog = lazy(async () => ({
  default: (await import('#features/plan/transfer-dialog')).TransferDialog,
}));

/** Asks again for what follows from a transfer that was told or withdrawn. */
const refreshMoney = () => Promise.all([refresh(PLAN_PATH), refresh(TODAY_PATH)]);

/** 'Ya transferí', and what was told before. */
export function Transfers({ plan }: { plan: MyPlan }) {
  const { data: my } = useAnswer<My>('my');
  // Typed values stay while the dialog is closed; a transfer that was sent gives way to the next one.
  const [draft, setDraft] = useState({ number: 0, isSent: false });
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    if (draft.number === 0 || draft.isSent) setDraft({ number: draft.number + 1, isSent: false });
    setOpen(true);
  };
  const isOffered = my?.extras.includes('ledger') ?? false;
  if (!isOffered && plan.claims.length === 0) return null;
  return (
    <div className="space-y-8">
      {isOffered && (
        <Button look={plan.online ? 'plain' : 'primary'} className="w-full" onClick={open}>
          Ya transferí
        </Button>
      )}
      {draft.number > 0 && (
        <Suspense>
          <TransferDialog
            key={draft.number}
            open={isOpen}
            plan={plan}
            onSent={() => {
              setDraft({ ...draft, isSent: true });
              void refreshMoney();
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {plan.claims.length > 0 && <Claims plan={plan} />}
    </div>
  );
}

const toneOf: Record<ClaimState, Tone> = { open: 'yellow', confirmed: 'green', rejected: 'red', withdrawn: 'grey' };

function Claims({ plan: { claims, debts } }: { plan: MyPlan }) {
  const [busy, setBusy] = useState<number>();
  const [failed, setFailed] = useState<{ id: number; reason: string }>();
  const withdraw = async (id: number) => {
    setBusy(id);
    setFailed(undefined);
    try {
      await call('DELETE', `my/transfer/${id}`);
    } catch (error) {
      setFailed({ id, reason: reasonOf(error) });
    }
    await refreshMoney();
    setBusy(undefined);
  };
  return (
    <section>
      <h2 className="mb-2 text-lg font-bold tracking-tight">Mis avisos</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {claims.map((claim: Claim) => (
          <li key={claim.id} className="py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <p className="font-semibold tabular-nums">{formatPesos(claim.amount)}</p>
              {claim.state === 'rejected' || <Badge tone={toneOf[claim.state]}>{claimStateLabel(claim)}</Badge>}
            </div>
            <p className="text-sm wrap-anywhere text-muted">
              {formatDate(claim.claimed_on)} · {claimPurpose(claim, debts)}
            </p>
            {claim.state === 'rejected' && (
              <p className="mt-1 font-medium wrap-anywhere text-red">{claimStateLabel(claim)}</p>
            )}
            {claim.state === 'open' && (
              <div className="mt-1 -ml-3">
                <TwoStepDelete
                  name={`Retirar el aviso de ${formatPesos(claim.amount)}`}
                  label="Retirar"
                  busy={busy !== undefined}
                  onDelete={() => void withdraw(claim.id)}
                />
              </div>
            )}
            {failed?.id === claim.id && (
              <ErrorBox>
                <p>Error al retirar el aviso. Por favor intenta de nuevo.</p>
                <p>{failed.reason}</p>
              </ErrorBox>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
