import type { MyPlan } from '@pulso/contract/coaching/claims';
import { formatPesos } from '@pulso/contract/kit/money';
import { CreditCard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CallFailure, reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { refresh } from '#http/answers';
import { call } from '#http/call';
import { PAYING_KEY, store } from '#device/phone-storage';
import { debtName, PLAN_PATH } from '#features/plan/plan.rules';
import { randomKey } from '#features/plan/random-key';

/** Something that may be paid: a debt, or null for the renewal. */
type Due = { debt_id: number | null; title: string; amount: number };

/** The renewal, and each debt. */
const duesOf = ({ price, debts }: MyPlan): Due[] => [
  ...(price === null || price === 0 ? [] : [{ debt_id: null, title: 'Renovar mi plan', amount: price }]),
  ...debts.map((debt) => ({ debt_id: debt.id, title: debtName(debt), amount: debt.owed })),
];

/** Whoever comes back without the address that says so is known by it. */
const rememberPaying = (debt_id: number | null) => store(PAYING_KEY, { debt_id, at: Date.now() });

/** 'Pagar' of Mercado Pago, for the renewal and for each debt: it leads there in the same tab. */
export function PayOnline({ plan }: { plan: MyPlan }) {
  const [opening, setOpening] = useState<number | null>();
  const [error, setError] = useState<unknown>();
  const keys = useRef(new Map<string, string>());
  useEffect(() => {
    // A page that is shown again as it was left has still the button that led away.
    const back = ({ persisted }: PageTransitionEvent) => persisted && setOpening(undefined);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  const pay = async ({ debt_id, amount }: Due) => {
    setOpening(debt_id);
    setError(undefined);
    const json = { debt_id, amount };
    const sent = JSON.stringify(json);
    // Sent again after an answer that was lost, it is the same link.
    const key = keys.current.get(sent) ?? randomKey();
    keys.current.set(sent, key);
    try {
      const { url } = (await call('POST', 'my/payment-link', { json, key })).data as { url: string };
      rememberPaying(debt_id);
      location.assign(url);
    } catch (failed) {
      setOpening(undefined);
      setError(failed);
      // A price or a debt that is another by now is shown as it is.
      if (failed instanceof CallFailure && failed.status < 500 && failed.status > 0) void refresh(PLAN_PATH);
    }
  };
  const dues = duesOf(plan);
  if (dues.length === 0) return null;
  const isBusy = opening !== undefined;
  const isRefused = error instanceof CallFailure && error.status >= 400 && error.status < 500;
  return (
    <div>
      <p className="mt-1 flex items-center gap-2 text-sm text-muted">
        Con Mercado Pago {plan.practice && <Badge tone="blue">De prueba</Badge>}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {dues.map((due, index) => (
          <li
            key={due.debt_id ?? 'renewal'}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2.5 first:pt-0"
          >
            <span className="min-w-0 flex-1 basis-32">
              <span className="block font-medium wrap-anywhere">{due.title}</span>
              <span className="block font-semibold tabular-nums">{formatPesos(due.amount)}</span>
            </span>
            <Button
              look={index === 0 ? 'primary' : 'plain'}
              icon={<CreditCard aria-hidden className="size-5" />}
              aria-label={`Pagar con Mercado Pago: ${due.title}, ${formatPesos(due.amount)}`}
              busy={isBusy && opening === due.debt_id}
              disabled={isBusy}
              onClick={() => void pay(due)}
            >
              {isBusy && opening === due.debt_id ? 'Abriendo...' : 'Pagar'}
            </Button>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <ErrorBox>
          {!isRefused && <p>Error al abrir el pago. Por favor intenta de nuevo.</p>}
          <p>{reasonOf(error)}</p>
        </ErrorBox>
      )}
    </div>
  );
}
