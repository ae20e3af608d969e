import type { MyPayment, MyPayments, MyPlan } from '@pulso/contract/coaching/claims';
import { conceptOf, paymentMethodLabel } from '@pulso/contract/billing/payments.labels';
import { formatDate } from '@pulso/contract/kit/dates';
import { formatPesos } from '@pulso/contract/kit/money';
import { ChevronRight } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { useEarlier } from '#features/earlier';

/** 'Mis pagos': the plan's answer has the first page, the others come when they are asked for. */
export function Payments({ plan }: { plan: MyPlan }) {
  const { rows, button } = useEarlier<MyPayment, MyPayments>({
    first: { rows: plan.payments, more: plan.more },
    pathAfter: ({ id }) => `my/payments?before=${id}`,
    read: ({ payments, more }) => ({ rows: payments, more }),
    failure: 'Error al cargar tus pagos. Por favor intenta de nuevo.',
  });
  return (
    <section>
      <h2 className="mb-2 text-lg font-bold tracking-tight">Mis pagos</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {rows.map((payment) => (
          <li key={payment.id}>
            <PaymentLink payment={payment} />
          </li>
        ))}
      </ul>
      {button}
    </section>
  );
}

function PaymentLink({ payment }: { payment: MyPayment }) {
  const { id, amount, day, payment_method, annulled, refunded } = payment;
  return (
    <Link to={addresses.receipt(id)} className="flex items-center gap-3 px-5 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{conceptOf({ ...payment, category: null })}</span>
        <span className="block text-sm text-muted">
          {formatDate(day)} · {paymentMethodLabel(payment_method)}
        </span>
        {refunded > 0 && !annulled && (
          <span className="block text-sm text-muted">Te devolvimos {formatPesos(refunded)}</span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <span className={`font-semibold tabular-nums ${annulled ? 'text-muted line-through' : ''}`}>
          {formatPesos(amount)}
        </span>
        {annulled && <Badge tone="red">Anulado</Badge>}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  );
}
