import type { MyPlan } from '@pulso/contract/coaching/claims';
import { formatDate } from '@pulso/contract/kit/dates';
import { formatPesos } from '@pulso/contract/kit/money';
import { Check, Copy } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { copyText } from '@pulso/web/ui/copy-text';
import { Button } from '@pulso/web/ui/controls/button';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { debtName } from '#features/plan/plan.rules';
import { planEndWords, planToneClasses, planWords } from '#features/plan-words';

// Only where one can pay online.
const PayOnline = lazy(async () => ({ default: (await import('#features/plan/pay-online')).PayOnline }));

const boxClass = 'rounded-card border border-line bg-surface p-5';

/** How the plan stands, what a renewal costs, what is owed, and where to pay it. */
export function PlanMoney({ plan }: { plan: MyPlan }) {
  return (
    <div className="space-y-3">
      <State plan={plan} />
      <Price plan={plan} />
      {plan.owed > 0 && <Owed plan={plan} />}
      {(plan.online || plan.alias) && (
        <Part title="Para pagar">
          {plan.online && (
            <Suspense fallback={<div className="skeleton mt-3 h-16" />}>
              <PayOnline plan={plan} />
            </Suspense>
          )}
          {plan.alias && <PayTo alias={plan.alias} business={plan.business} isSecond={plan.online === true} />}
        </Part>
      )}
    </div>
  );
}

function State({ plan }: { plan: MyPlan }) {
  const words = planWords(plan);
  const end = planEndWords(plan);
  const { packages } = plan;
  return (
    <>
      {words ? (
        <div className={`rounded-card border border-line p-5 ${planToneClasses[words.tone] ?? 'bg-surface'}`}>
          <div className="flex items-center justify-between gap-3">
            <p className="min-w-0 text-lg font-bold tracking-tight wrap-anywhere">{words.text}</p>
            {plan.state === 'covered' && <Badge tone="green">Al día</Badge>}
          </div>
          {end && <p className="wrap-anywhere">{end}</p>}
        </div>
      ) : (
        packages.length === 0 && <EmptyState title="Todavía no tienes un plan." />
      )}
      {packages.map(({ id, title, end_date }) => (
        <p key={id} className={`${boxClass} font-semibold wrap-anywhere`}>
          Paquete {title}: vence el {formatDate(end_date)}
        </p>
      ))}
    </>
  );
}

function Price({ plan: { price, next_price } }: { plan: MyPlan }) {
  if (price === null) return null;
  return (
    <div className={boxClass}>
      <p className="font-semibold">Para renovar: {formatPesos(price)}</p>
      {next_price && (
        <p className="text-muted">
          Desde el {formatDate(next_price.valid_from)}: {formatPesos(next_price.amount)}
        </p>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={boxClass}>
      <h2 className="text-lg font-bold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

function Owed({ plan: { owed, debts } }: { plan: MyPlan }) {
  return (
    <Part title={`Debes ${formatPesos(owed)}`}>
      <ul className="mt-1 -mb-2 divide-y divide-line">
        {debts.map((debt) => (
          <li key={debt.id} className="flex justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              {debtName(debt)}
              {debt.due_on && <span className="block text-sm text-muted">vence el {formatDate(debt.due_on)}</span>}
            </span>
            <span className="shrink-0 font-semibold tabular-nums">{formatPesos(debt.owed)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** How long 'Copiado' stands. */
const COPIED_MS = 3_000;

function PayTo({ alias, business, isSecond }: Pick<MyPlan, 'alias' | 'business'> & { isSecond: boolean }) {
  const [state, setState] = useState<'copied' | 'failed'>();
  const copy = async () => {
    try {
      await copyText(alias);
      setState('copied');
      speak('Copiado', 'copied');
      setTimeout(setState, COPIED_MS, undefined);
    } catch {
      setState('failed');
    }
  };
  const isCopied = state === 'copied';
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      {isSecond && (
        <p className="mt-2 border-t border-line pt-3 text-sm text-muted">Por transferencia, a este alias o CBU:</p>
      )}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere select-all">{alias}</p>
          {business && <p className="text-sm wrap-anywhere text-muted">{business}</p>}
        </div>
        <Button icon={<Icon aria-hidden className="size-5" />} onClick={() => void copy()}>
          {isCopied ? 'Copiado' : 'Copiar'}
        </Button>
      </div>
      {state === 'failed' && (
        <p role="alert" className="mt-2 text-sm text-red">
          No se pudo copiar. Mantén apretado el texto para copiarlo.
        </p>
      )}
    </>
  );
}
