import { formatDayMonth, today } from '@pulso/contract/kit/dates';
import { formatMonth, monthOf } from '@pulso/contract/kit/months';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { LineChart } from '@pulso/web/ui/charts/line-chart';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses, filteredAddress } from '#addresses';
import { useMonthMoney, useYear } from '#features/desk/overview/month-calls';
import { changeText, moneyText, shortMoney } from '#features/desk/overview/figure-texts.rules';
import { monthLine } from '#features/desk/overview/month.rules';

const frameClass = 'flex h-full min-w-0 flex-col rounded-card border border-line bg-surface p-4 sm:p-5';

const FAILURE_MESSAGE = 'Error al cargar los números del negocio';
/** The payments that a sum was counted from. */
const paymentsOf = ({ from, to }: { from: string; to: string }) =>
  filteredAddress(addresses.payments.list, { desde: from, hasta: to, estado: 'completed', clase: 'clients' });

/** Card with this month's money beside the same days of the last one, and the line of a year. */
export function MonthCard() {
  const id = useId();
  const month = monthOf(today(useNow()));
  const { data, error, refetch } = useMonthMoney(month);
  const series = useYear();
  const failure = error ?? series.error;
  if (failure && !data)
    return <FailureState message={FAILURE_MESSAGE} onRetry={() => void Promise.all([refetch(), series.refetch()])} />;
  if (!data) return <div data-skeleton className="skeleton h-full rounded-card" />;
  const { sum, before, to } = data;
  const change = before.sum > 0 ? ((sum - before.sum) / before.sum) * 100 : undefined;
  const days = `del ${formatDayMonth(before.from, to)} al ${formatDayMonth(before.to, to)}`;
  const line = series.data && monthLine(series.data, month);
  return (
    <section aria-labelledby={id} className={frameClass}>
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-sm font-semibold">
          Recaudado en {formatMonth(month).split(' ')[0]}
        </h2>
        <Link
          to={addresses.business}
          className="-my-2 inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-muted hover:text-text"
        >
          Negocio <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={paymentsOf(data)}
          className="text-3xl font-bold tracking-tight tabular-nums underline-offset-4 wrap-anywhere hover:underline @4xl:text-4xl"
        >
          {moneyText(sum)}
        </Link>
        <Badge tone={change === undefined ? 'grey' : change < 0 ? 'red' : 'green'}>
          {changeText(change)}
          <span className="sr-only"> de diferencia</span>
        </Badge>
      </div>
      <Link
        to={paymentsOf(before)}
        className="mt-0.5 inline-flex min-h-11 items-center self-start text-sm text-muted tabular-nums underline-offset-4 hover:underline sm:min-h-8"
      >
        {moneyText(before.sum)} {days}
      </Link>
      <div className="mt-auto min-h-48 pt-3">
        {line && line.steps.length > 1 && (
          <LineChart title="Recaudado por mes" {...line} axisText={shortMoney} fromZero isPart />
        )}
        {series.error && <FailureState message={FAILURE_MESSAGE} onRetry={() => void series.refetch()} />}
      </div>
    </section>
  );
}
