import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import {
  changeFrom,
  listsBehind,
  renewalRate,
  SERIES_MONTHS,
  type DayRange,
  type Overview,
} from '@pulso/contract/desk/overview';
import { formatDate, formatDayMonth, today, type DateText } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMonth, monthOf, monthsBetween, shiftMonth, type MonthText } from '@pulso/contract/kit/months';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '@pulso/web/ui/controls/button';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import type { addresses, ViewOf } from '#addresses';
import { useViewState } from '#api/view-state';
import { Curves } from '#features/desk/overview/curves';
import { FigureCard, InnerLink } from '#features/desk/overview/figure-card';
import { useOverview, useSeries } from '#features/desk/overview/overview-calls';
import { changeText, countText, moneyText, percentText } from '#features/desk/overview/figure-texts.rules';
import { addressBehind, shownMonth } from '#features/desk/overview/overview.rules';
import { SharesPanel } from '#features/desk/overview/shares-panel';
import { filterClass, SelectControl } from '#ui/controls/select';
import { PageHeader } from '#ui/layout/page';

const FAILURE_MESSAGE = 'Error al cargar los números del negocio';
const firstView = { mes: '', valores: '' } satisfies ViewOf<typeof addresses.business>;

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const rangeText = ({ from, to }: DayRange) => `del ${formatDate(from)} al ${formatDate(to)}`;
const shortRangeText = ({ from, to }: DayRange, day: DateText) =>
  `del ${formatDayMonth(from, day)} al ${formatDayMonth(to, day)}`;

export function OverviewScreen() {
  const [view, show] = useViewState(firstView);
  const now = monthOf(today(useNow()));
  const month = shownMonth(view.mes, now);
  const overview = useOverview(month);
  const series = useSeries();
  const { data, error } = overview;
  // A server that fails fails both: that is said once.
  const failed = [overview, series].filter((one) => one.error);
  const goTo = (mes: MonthText) => show({ mes: mes === now ? '' : mes });
  return (
    <>
      <PageHeader title="Negocio" context={data ? capitalize(rangeText(data.collected)) : ''}>
        <MonthPicker month={month} now={now} onPick={goTo} />
      </PageHeader>
      {failed.length > 0 && (
        <div className="mb-4">
          <FailureState message={FAILURE_MESSAGE} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
        </div>
      )}
      {data ? <Figures figures={data} /> : !error && <FiguresSkeleton />}
      {series.data ? (
        <Curves
          months={series.data}
          mode={view.valores}
          onMode={(valores) => show({ valores: valores === 'nominal' ? '' : valores })}
        />
      ) : (
        !series.error && <div data-skeleton className="skeleton mt-8 h-80 rounded-card" />
      )}
    </>
  );
}

type PickerProps = { month: MonthText; now: MonthText; onPick: (month: MonthText) => void };

function MonthPicker({ month, now, onPick }: PickerProps) {
  const first = shiftMonth(now, 1 - SERIES_MONTHS);
  const months = monthsBetween(month < first ? month : first, now).reverse();
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label="Mes anterior"
        icon={<ChevronLeft aria-hidden className="size-5" />}
        onClick={() => onPick(shiftMonth(month, -1))}
      />
      <SelectControl
        aria-label="Mes"
        value={month}
        options={months.map((value) => ({ value, label: capitalize(formatMonth(value)) }))}
        onChange={(event) => onPick(event.target.value)}
        className={`w-52 ${filterClass}`}
      />
      <IconButton
        label="Mes siguiente"
        icon={<ChevronRight aria-hidden className="size-5" />}
        disabled={month >= now}
        onClick={() => onPick(shiftMonth(month, 1))}
      />
    </div>
  );
}

const typeNames = { subscription: 'Planes', package: 'Paquetes', product: 'Productos', other: 'Otros' };
const gridClass = 'grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 sm:gap-4 @4xl:grid-cols-4';
/** Amounts in full do not fit beside each other on a phone. */
const wideClass = 'max-sm:col-span-full';

function Figures({ figures }: { figures: Overview }) {
  const { collected, expenses, result, subscriptions, expected, renewal, new_clients, by_plan, by_method, online } =
    figures;
  const behind = listsBehind(figures);
  const change = changeFrom(collected.before.sum, collected.sum);
  return (
    <>
      <div className={gridClass}>
        <FigureCard
          title="Recaudado"
          value={moneyText(collected.sum)}
          to={addressBehind(behind.collected)}
          mark={
            <Badge tone={change === undefined ? 'grey' : change < 0 ? 'red' : 'green'}>
              {changeText(change)}
              <span className="sr-only"> de diferencia</span>
            </Badge>
          }
          className={wideClass}
        >
          <InnerLink to={addressBehind(behind.before)}>
            {moneyText(collected.before.sum)} {shortRangeText(collected.before, collected.to)}
          </InnerLink>
          {online.net > 0 && (
            <span className="mt-1 block">
              Por links: comisión <span className="whitespace-nowrap">{moneyText(online.fee)}</span>, neto{' '}
              <span className="whitespace-nowrap">{moneyText(online.net)}</span>
            </span>
          )}
        </FigureCard>
        <FigureCard
          title="Egresos"
          value={moneyText(expenses)}
          to={addressBehind(behind.expenses)}
          className={wideClass}
        >
          Con sus anulaciones
        </FigureCard>
        <FigureCard title="Resultado" value={moneyText(result)} to={addressBehind(behind.result)} className={wideClass}>
          Todo lo que entró y salió
        </FigureCard>
        <FigureCard
          title="Pago promedio"
          value={moneyText(subscriptions.sum / subscriptions.count)}
          to={addressBehind(behind.subscriptions)}
          className={wideClass}
        >
          De {countText(subscriptions.count)} {subscriptions.count === 1 ? 'cobro' : 'cobros'} de planes,{' '}
          {moneyText(subscriptions.sum)}
        </FigureCard>
        <FigureCard
          title="Renovaciones esperadas"
          value={countText(expected.count)}
          to={addressBehind(behind.expected)}
        >
          {moneyText(expected.sum)} a precio de lista, {shortRangeText(expected, expected.from)}
        </FigureCard>
        <FigureCard
          title="Tasa de renovación"
          value={percentText(renewalRate(renewal))}
          to={addressBehind(behind.renewed)}
          mark={renewal.partial && <Badge tone="yellow">parcial</Badge>}
        >
          <span className="flex flex-wrap gap-x-4">
            <InnerLink to={addressBehind(behind.renewed)}>Renovaron {countText(renewal.clients)}</InnerLink>
            <InnerLink to={addressBehind(behind.lost)}>No renovaron {countText(renewal.lost_clients)}</InnerLink>
          </span>
          {countText(renewal.renewed)} de {countText(renewal.ended)}{' '}
          {renewal.ended === 1 ? 'período que terminó' : 'períodos que terminaron'}
        </FigureCard>
        <FigureCard title="Nuevos" value={countText(new_clients)} to={addressBehind(behind.newClients)}>
          Empezaron su primer período
        </FigureCard>
        <FigureCard
          title="Perdidos"
          value={countText(renewal.lost_clients)}
          to={addressBehind(behind.lost)}
          mark={renewal.partial && <Badge tone="yellow">parcial</Badge>}
        >
          Terminaron y no renovaron en 15 días
        </FigureCard>
      </div>
      <div className="mt-4 grid grid-cols-1 gap-4 @4xl:grid-cols-2">
        <SharesPanel
          title="Por plan"
          whole={collected.sum}
          shares={by_plan.map(({ plan, type, sum }, at) => ({
            name: plan ? displayName(plan.title) : typeNames[type],
            sum,
            to: addressBehind(behind.plans[at]!),
          }))}
        />
        <SharesPanel
          title="Por método"
          whole={collected.sum}
          shares={paymentMethods.map((method) => ({
            name: paymentMethodLabel(method),
            sum: by_method[method],
            to: addressBehind(behind.methods[method]),
          }))}
        />
      </div>
    </>
  );
}

function FiguresSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando">
      <div className={gridClass}>
        {Array.from({ length: 8 }, (_, index) => (
          <div
            key={index}
            data-skeleton="card"
            className={`h-36 rounded-card border border-line bg-surface p-5 ${index < 4 ? wideClass : ''}`}
          >
            <div className="skeleton h-4 w-2/3" />
            <div className="skeleton mt-4 h-8 w-1/2" />
          </div>
        ))}
      </div>
      <div className="mt-4 grid grid-cols-1 gap-4 @4xl:grid-cols-2">
        {[1, 2].map((panel) => (
          <div key={panel} data-skeleton="panel" className="h-64 rounded-card border border-line bg-surface p-5">
            <div className="skeleton h-5 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  );
}
