import type { MyProgress } from '@pulso/contract/coaching/progress';
import { addDays, formatDate } from '@pulso/contract/kit/dates';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { useAnswer } from '#http/answers';
import { useOwnSessions } from '#features/progress/own-sessions';
import { FAILURE, NOTHING_YET, ProgressFrame } from '#features/progress/progress-frame';
import { joinWeeks } from '#features/progress/progress.rules';
import { AnswerStates } from '#features/screen';
import { shortDay } from '#features/words';

const PATH = 'my/progress';

export function WeeksScreen() {
  const answer = useAnswer<MyProgress>(PATH);
  const own = useOwnSessions();
  return (
    <ProgressFrame answer={answer}>
      <AnswerStates
        path={PATH}
        answer={answer}
        failure={FAILURE}
        skeleton={<div className="skeleton h-64 w-full rounded-card" />}
      >
        {(told) => {
          const { weeks, run } = joinWeeks(told, own);
          return weeks.some(({ done }) => done > 0) ? (
            <Weeks weeks={weeks} run={run} />
          ) : (
            <EmptyState title={NOTHING_YET} />
          );
        }}
      </AnswerStates>
    </ProgressFrame>
  );
}

const BAR_WIDTH = 20;
const BAR_GAP = 8;
const CHART_HEIGHT = 96;

function Weeks({ weeks, run }: Pick<MyProgress, 'weeks' | 'run'>) {
  const most = Math.max(...weeks.map(({ done }) => done));
  const width = weeks.length * (BAR_WIDTH + BAR_GAP) - BAR_GAP;
  return (
    <section aria-labelledby="weeks" className="rounded-card border border-line bg-surface p-5">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="weeks" className="text-lg font-bold tracking-tight">
          Semanas
        </h2>
        <p className="font-semibold">Semanas seguidas: {run}</p>
      </div>
      <svg aria-hidden viewBox={`0 0 ${width} ${CHART_HEIGHT + 18}`} className="mb-4 w-full">
        {weeks.map(({ from, done }, index) => {
          const height = Math.max(2, (done / most) * CHART_HEIGHT);
          const x = index * (BAR_WIDTH + BAR_GAP);
          return (
            <g key={from}>
              <rect
                x={x}
                y={18 + CHART_HEIGHT - height}
                width={BAR_WIDTH}
                height={height}
                rx={done > 0 ? 4 : 1}
                className={done > 0 ? 'fill-accent' : 'fill-line'}
              />
              {done > 0 && (
                <text
                  x={x + BAR_WIDTH / 2}
                  y={12 + CHART_HEIGHT - height}
                  textAnchor="middle"
                  className="fill-text text-[11px] font-semibold"
                >
                  {done}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="text-left text-muted">
            <th className="py-1 font-medium">Semana</th>
            <th className="py-1 text-right font-medium">Entrenamientos</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ from, done }) => (
            <tr key={from} className="border-t border-line">
              <td className="py-2" title={formatDate(from)}>
                {shortDay(from)} al {shortDay(addDays(from, 6))}
              </td>
              <td className="py-2 text-right font-semibold">{done}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
