import { daysBetween, formatDate, type DateText } from '@pulso/contract/kit/dates';
import { useState, type ReactNode } from 'react';
import { Button } from '../controls/button';
import { LineChart } from './line-chart';

/** The value of a day, its words, and what stands under the day in the table. */
export type DayPoint = { day: DateText; value: number; text: string; note?: ReactNode };
/** A further column of the table. */
type Column<Of> = { name: string; cell: (point: Of) => ReactNode };

/** Days from which on the curve is a line without dots. */
const CROWDED = 24;
/** Days of the table that are shown at once: as many as an exercise's curve has. */
const ROWS_SHOWN = 60;

type Props<Of> = {
  title: string;
  heading?: 'h2' | 'h3';
  /** Of the values in the table: 'Mejor serie'. */
  valueName: string;
  /** In the order of time, one for each day. */
  points: readonly Of[];
  axisText: (value: number) => string;
  columns?: readonly Column<Of>[];
  /** Said where there are no values. */
  empty: string;
};

/** A curve over days that stand at their place in time, and the table of the same values. */
export function DayCurve<Of extends DayPoint>({
  title,
  heading,
  valueName,
  points,
  axisText,
  columns = [],
  empty,
}: Props<Of>) {
  const [rows, setRows] = useState(ROWS_SHOWN);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return <p className="text-muted">{empty}</p>;
  const steps = points.map(({ day }) => ({ at: daysBetween(first.day, day), name: formatDate(day) }));
  const marks = (first === last ? [first] : [first, last]).map(({ day }) => ({
    at: daysBetween(first.day, day),
    name: formatDate(day),
  }));
  return (
    <div className="space-y-4">
      <LineChart
        title={title}
        heading={heading}
        steps={steps}
        marks={marks}
        curves={[{ name: title, points: points.map(({ value, text }) => ({ value, text })) }]}
        axisText={axisText}
        hasDots={points.length <= CROWDED}
      />
      <div className="min-w-0 rounded-card border border-line bg-surface px-5 py-2">
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-left text-muted">
              {['Fecha', valueName, ...columns.map(({ name }) => name)].map((name, at) => (
                <th key={name} scope="col" className={`py-2 font-medium ${at > 0 ? 'pl-3 text-right' : ''}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points
              .toReversed()
              .slice(0, rows)
              .map((point) => (
                <tr key={point.day} className="border-t border-line">
                  <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
                    {formatDate(point.day)}
                    {point.note}
                  </th>
                  <td className="py-2 pl-3 text-right font-semibold whitespace-nowrap">{point.text}</td>
                  {columns.map(({ name, cell }) => (
                    <td key={name} className="py-2 pl-3 text-right">
                      {cell(point)}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
        {points.length > rows && (
          <Button className="my-2 w-full" onClick={() => setRows(rows + ROWS_SHOWN)}>
            Ver más
          </Button>
        )}
      </div>
    </div>
  );
}
