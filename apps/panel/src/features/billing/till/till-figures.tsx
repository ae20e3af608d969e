import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import type { Till } from '@pulso/contract/billing/till';
import { formatMoney } from '@pulso/contract/kit/money';

/** Opening amount, income, expense and expected amount of each method. */
export function TillFigures({ till }: { till: NonNullable<Till> }) {
  return (
    <ul aria-label="Por método" className="mb-6 grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
      {paymentMethods.map((method) => {
        const lines = [
          { name: 'Fondo', value: till.opening[method] },
          { name: 'Entró', value: till.in[method] },
          { name: 'Salió', value: till.out[method] },
        ];
        return (
          <li
            key={method}
            aria-label={paymentMethodLabel(method)}
            className="rounded-card border border-line bg-surface p-3 sm:p-4"
          >
            <p className="text-sm font-semibold">{paymentMethodLabel(method)}</p>
            <p className="mt-1 text-xs text-muted">Se espera</p>
            <p className="text-base font-bold tracking-tight tabular-nums sm:text-xl">
              {formatMoney(till.expected[method])}
            </p>
            <dl className="mt-2 space-y-0.5 border-t border-line pt-2 text-xs text-muted tabular-nums">
              {lines.map(({ name, value }) => (
                <div key={name} className="flex justify-between gap-3">
                  <dt>{name}</dt>
                  <dd>{formatMoney(value)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
