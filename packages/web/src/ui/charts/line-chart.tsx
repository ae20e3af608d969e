import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { ticksFor } from './ticks';

/** A value of a curve: undefined is not drawn, and `note` says why or what it is. */
export type Point = { value: number | undefined; text: string; note?: string; isSoft?: boolean };
/** A point for each step of its chart. */
export type Curve = { name: string; points: readonly Point[] };
/** A month or a day: where it stands in time, in any unit, and its words. */
export type Step = { at: number; name: string };

/** Each curve has a colour and a stroke of its own: colour is never the only sign. */
const curveClasses = [
  { stroke: 'stroke-accent', fill: 'bg-accent', dashes: undefined },
  { stroke: 'stroke-blue-fill', fill: 'bg-blue-fill', dashes: '6 4' },
];

type Place = { x: number; y: number };
type Placed = { point: Point; place: Place };

/** Runs of steps that follow each other and have a value. */
function runsOf(points: readonly Point[], placeOf: (value: number, at: number) => Place): Placed[][] {
  const runs: Placed[][] = [[]];
  for (const [at, point] of points.entries())
    if (point.value === undefined) runs.push([]);
    else runs.at(-1)!.push({ point, place: placeOf(point.value, at) });
  return runs.filter((run) => run.length > 0);
}

const textOf = ({ name, points }: Curve, at: number, isAlone: boolean) => {
  const { text, note } = points[at]!;
  return `${isAlone ? '' : `${name}: `}${text}${note ? ` (${note})` : ''}`;
};

type Props = {
  title: string;
  /** Of the title. */
  heading?: 'h2' | 'h3';
  /** At least one, in the order of time. */
  steps: readonly Step[];
  curves: readonly Curve[];
  axisText: (value: number) => string;
  /** Words below the curves, with their places in time. */
  marks: readonly Step[];
  /** Steps that are far from each other are marked each. */
  hasDots?: boolean;
  /** The axis begins at zero: amounts and counts are to be compared by their height. */
  fromZero?: boolean;
  /** In a card that has the title and the newest value already: lower, and without a frame of its own. */
  isPart?: boolean;
  className?: string;
};

/** Curves over time. Arrow keys, a finger or the mouse move through their steps, and the values there are told. */
export function LineChart(props: Props) {
  const {
    title,
    heading: Heading = 'h3',
    steps,
    curves,
    axisText,
    marks,
    hasDots = false,
    fromZero = false,
    isPart = false,
    className = '',
  } = props;
  const id = useId();
  const last = steps.length - 1;
  const [chosen, setChosen] = useState<number>();
  const at = Math.min(chosen ?? last, last);
  const ticks = ticksFor(
    curves.flatMap(({ points }) => points.flatMap(({ value }) => value ?? [])),
    fromZero,
  );
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const [begin, end] = [steps[0]!.at, steps[last]!.at];
  const placeInTime = (time: number) => (end === begin ? 50 : ((time - begin) / (end - begin)) * 100);
  const xOf = (step: number) => placeInTime(steps[step]!.at);
  const yOf = (value: number) => ((high - value) / (high - low)) * 100;
  const placeOf = (value: number, step: number) => ({ x: xOf(step), y: yOf(value) });
  const told = `${steps[at]!.name}: ${curves.map((curve) => textOf(curve, at, curves.length === 1)).join(', ')}`;

  const step = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, next)));
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const distanceOf = (step: number) => Math.abs(xOf(step) - ((event.clientX - left) / width) * 100);
    setChosen(steps.reduce((nearest, _step, one) => (distanceOf(one) < distanceOf(nearest) ? one : nearest), 0));
  };
  return (
    <figure
      aria-labelledby={id}
      className={`flex min-w-0 flex-col justify-end ${isPart ? '' : 'rounded-card border border-line bg-surface p-4 sm:p-5'} ${className}`}
    >
      <figcaption className={isPart ? 'mb-3' : 'mb-4 flex-1'}>
        <Heading id={id} className={isPart ? 'sr-only' : 'text-sm font-semibold'}>
          {title}
        </Heading>
        <p className="text-sm text-muted tabular-nums first-letter:uppercase">
          {isPart && chosen === undefined ? title : told}
        </p>
        {curves.length > 1 && (
          <ul className="mt-1 flex flex-wrap gap-x-4 text-xs text-muted">
            {curves.map(({ name }, place) => (
              <li key={name} className="flex items-center gap-1.5">
                <svg aria-hidden width="24" height="4" className="forced-color-adjust-none">
                  <line
                    x2="24"
                    y1="2"
                    y2="2"
                    strokeWidth="2.5"
                    strokeDasharray={curveClasses[place]?.dashes}
                    className={curveClasses[place]?.stroke}
                  />
                </svg>
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div className="flex gap-2">
        <div aria-hidden className="relative w-14 shrink-0 text-right text-xs text-muted tabular-nums">
          {ticks.map((tick) => (
            <span
              key={tick}
              style={{ top: `${yOf(tick)}%` }}
              className="absolute right-0 -translate-y-1/2 whitespace-nowrap"
            >
              {axisText(tick)}
            </span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-labelledby={id}
          aria-valuemin={1}
          aria-valuemax={steps.length}
          aria-valuenow={at + 1}
          aria-valuetext={told}
          onKeyDown={step}
          onPointerMove={point}
          onPointerDown={point}
          // A finger leaves with every tap: what it chose stays.
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(undefined)}
          className={`relative min-w-0 flex-1 touch-pan-y rounded-sm ${isPart ? 'h-28' : 'h-40 sm:h-48'}`}
        >
          <svg
            aria-hidden
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible forced-color-adjust-none"
          >
            {ticks.map((tick) => (
              <line
                key={tick}
                x2="100"
                y1={yOf(tick)}
                y2={yOf(tick)}
                vectorEffect="non-scaling-stroke"
                className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
              />
            ))}
            <line x1={xOf(at)} x2={xOf(at)} y2="100" vectorEffect="non-scaling-stroke" className="stroke-line-strong" />
            {curves.map(({ name, points }, place) =>
              runsOf(points, placeOf).map((run) => (
                <polyline
                  key={`${name} ${run[0]!.place.x}`}
                  points={run.map(({ place: { x, y } }) => `${x},${y}`).join(' ')}
                  fill="none"
                  strokeWidth="2"
                  strokeLinejoin="round"
                  strokeDasharray={curveClasses[place]?.dashes}
                  vectorEffect="non-scaling-stroke"
                  className={curveClasses[place]?.stroke}
                />
              )),
            )}
          </svg>
          {curves.map(({ name, points }, place) =>
            points.map(({ value, isSoft }, step) =>
              value !== undefined && (hasDots || isSoft || step === at || isLonely(points, step)) ? (
                <span
                  key={`${name} ${steps[step]!.at}`}
                  aria-hidden
                  style={{ left: `${xOf(step)}%`, top: `${yOf(value)}%` }}
                  className={`absolute ${hasDots && step !== at ? 'size-1.5' : 'size-2.5'} -translate-1/2 rounded-full border-2 forced-color-adjust-none ${isSoft ? 'bg-surface' : curveClasses[place]?.fill} ${place === 0 ? 'border-accent' : 'border-blue-fill'}`}
                />
              ) : null,
            ),
          )}
        </div>
      </div>
      <div aria-hidden className="relative mt-1.5 ml-16 h-4 text-xs text-muted tabular-nums">
        {marks.map(({ at: time, name }) => (
          <span
            key={name}
            style={{ left: `${placeInTime(time)}%` }}
            className={`absolute whitespace-nowrap ${markClass(placeInTime(time))}`}
          >
            {name}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** The words at both ends stay below the curves. */
const markClass = (place: number) => (place === 0 ? '' : place === 100 ? '-translate-x-full' : '-translate-x-1/2');

/** A value between two steps without one would leave no line. */
const isLonely = (points: readonly Point[], at: number) =>
  points[at - 1]?.value === undefined && points[at + 1]?.value === undefined;
