import type { LedgerPage } from '@pulso/contract/billing/payments';
import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import { textOrDash } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';

type Props = { meta: Pick<LedgerPage['meta'], 'sum' | 'by_method'> | undefined };

/** Sums of the filtered payments, added up by the server. */
export function LedgerTotals({ meta }: Props) {
  const figures = [
    { name: 'Total', value: meta?.sum },
    ...paymentMethods.map((method) => ({ name: paymentMethodLabel(method), value: meta?.by_method[method] })),
  ];
  return (
    <dl
      aria-label="Totales"
      className="mb-4 grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 sm:@max-4xl:grid-cols-4 @4xl:grid-cols-5"
    >
      {figures.map(({ name, value }, index) => (
        <div key={name} className={index === 0 ? '@max-4xl:col-span-full' : ''}>
          <dt className="text-xs font-medium text-muted">{name}</dt>
          <dd className={`font-semibold tabular-nums ${index === 0 ? 'text-lg' : 'text-base/7'}`}>
            {value === undefined ? <span className="skeleton inline-block h-5 w-24" /> : textOrDash(formatMoney(value))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
