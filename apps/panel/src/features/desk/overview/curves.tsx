import { percentsOf } from '@pulso/contract/billing/ipc';
import type { SeriesMonth } from '@pulso/contract/desk/overview';
import { formatMonth, formatShortMonth } from '@pulso/contract/kit/months';
import { Percent, Table } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { LineChart } from '@pulso/web/ui/charts/line-chart';
import { Button } from '@pulso/web/ui/controls/button';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useIpc } from '#features/billing/ipc/ipc-calls';
import { adjustmentNotes, chartsOf, timeOf, type Chart } from '#features/desk/overview/overview.rules';

const IpcDialog = lazy(async () => ({ default: (await import('#features/billing/ipc/ipc-dialog')).IpcDialog }));

const MODES = [
  { value: 'nominal', label: 'Nominal' },
  { value: 'ajustado', label: 'Ajustado por IPC' },
] as const;

type Props = { months: readonly SeriesMonth[]; mode: string; onMode: (mode: string) => void };

/** The curves of two years, in the money of each month or of the last one whose inflation is known, and as a table. */
export function Curves({ months, mode, onMode }: Props) {
  const id = useId();
  const ipc = useIpc();
  const [dialog, setDialog] = useState(false);
  const [tabular, setTabular] = useState(false);
  const isAdjusted = mode === 'ajustado';
  const percents = isAdjusted && ipc.data ? percentsOf(ipc.data) : undefined;
  const charts = chartsOf(months, percents);
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-lg font-semibold">
          {months.length} meses
        </h2>
        <div className="flex flex-wrap gap-2">
          <fieldset className="flex rounded-control border border-line bg-surface sm:p-0.5">
            <legend className="sr-only">Valores</legend>
            {MODES.map(({ value, label }) => (
              <label
                key={value}
                className="flex min-h-11 cursor-pointer items-center rounded-control px-3 text-sm font-semibold text-muted has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent sm:min-h-8.5"
              >
                <input
                  type="radio"
                  name={id}
                  checked={(value === 'ajustado') === isAdjusted}
                  onChange={() => onMode(value)}
                  className="sr-only"
                />
                {label}
              </label>
            ))}
          </fieldset>
          <Button
            icon={<Percent aria-hidden className="size-4" />}
            disabled={!ipc.data}
            onClick={() => setDialog(true)}
          >
            Cargar IPC
          </Button>
          <Button
            icon={<Table aria-hidden className="size-4" />}
            aria-pressed={tabular}
            onClick={() => setTabular(!tabular)}
          >
            {tabular ? 'Ver curvas' : 'Ver tabla'}
          </Button>
        </div>
      </div>
      {ipc.error && isAdjusted && (
        <div className="mb-3">
          <FailureState message="Error al cargar el IPC" onRetry={() => void ipc.refetch()} />
        </div>
      )}
      {percents && (
        <div role="status" className="mb-3 text-sm text-muted">
          {adjustmentNotes(months, percents).map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      {tabular ? (
        <MonthsTable months={months} charts={charts} />
      ) : (
        <div className="grid grid-cols-1 gap-4 @4xl:grid-cols-2">
          {charts.map((chart, at) => (
            <LineChart
              key={chart.title}
              {...chart}
              {...timeOf(months.map(({ month }) => month))}
              fromZero
              className={at === 0 ? '@4xl:col-span-full' : ''}
            />
          ))}
        </div>
      )}
      {dialog && ipc.data && (
        <Suspense>
          <IpcDialog values={ipc.data} onClose={() => setDialog(false)} />
        </Suspense>
      )}
    </section>
  );
}

const CURRENCY = 'ARS ';

/** A phone has no room for the currency in every row. */
const CellText = ({ text }: { text: string }) => (
  <span className="whitespace-nowrap">
    {text.startsWith(CURRENCY) && <span className="max-sm:sr-only">{CURRENCY}</span>}
    {text.replace(CURRENCY, '')}
  </span>
);

function MonthsTable({ months, charts }: { months: readonly SeriesMonth[]; charts: readonly Chart[] }) {
  const curves = charts.flatMap((chart) => chart.curves);
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full text-sm tabular-nums max-sm:text-xs">
        <caption className="sr-only">Mes por mes</caption>
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="h-10 px-1.5 text-left font-semibold sm:px-3">
              Mes
            </th>
            {curves.map(({ name }) => (
              <th key={name} scope="col" className="px-1.5 text-right font-semibold sm:px-3">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months
            .map(({ month }, at) => (
              <tr key={month} className="border-t border-line">
                <th
                  scope="row"
                  className="px-1.5 py-2 text-left font-normal whitespace-nowrap first-letter:uppercase sm:px-3"
                >
                  <span aria-hidden className="sm:hidden">
                    {formatShortMonth(month)}
                  </span>
                  <span className="max-sm:sr-only">{formatMonth(month)}</span>
                </th>
                {curves.map(({ name, points }) => (
                  <td key={name} className="px-1.5 py-2 text-right sm:px-3">
                    <CellText text={points[at]!.text} />
                    {points[at]!.note && <span className="block text-xs text-muted">{points[at]!.note}</span>}
                  </td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
