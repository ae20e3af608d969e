import { summaryOf } from '@pulso/contract/coaching/merge';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { isIphone } from '#device/phone';
import { readStored, store } from '#device/phone-storage';
import { giveSignal, readSignals } from '#device/signals';
import { clockWords } from '#features/session/session.rules';
import { useSecondsUntil } from '#features/session/use-seconds';
import type { Session } from '#features/session/use-session';

const LONGER_MS = 15_000;
/** A tone that comes later than this is about nothing any more. */
const LATE_MS = 3_000;

const HINT_KEY = 'pulso-mi-pantalla';
/** An iPhone's pages are silent behind its locked screen, which is said once. */
const isHintDue = () => isIphone() && readSignals().sound && readStored<boolean>(HINT_KEY) === undefined;

/** The rest that runs, else how much is done: always as high, so that nothing moves when it comes and goes. */
export function RestBar({ session }: { session: Session }) {
  const { rest, changeRest, workout } = session;
  const [endedRest, setEndedRest] = useState<string>();
  const [hint] = useState(isHintDue);
  const left = useSecondsUntil(rest?.ends, (late) => {
    setEndedRest(rest?.of);
    if (late < LATE_MS) giveSignal();
    speak('Descanso terminado', 'rest');
  });
  const isResting = rest !== undefined && left > 0;
  const tellStart = useEffectEvent(() => {
    speak(`Descanso ${clockWords(left)}`, 'rest');
    if (hint) store(HINT_KEY, true);
  });
  useEffect(() => {
    if (isResting) tellStart();
  }, [isResting, rest?.of]);
  if (!isResting) {
    const { done, planned } = summaryOf(workout);
    return (
      <div className="mb-2 flex h-14 flex-wrap items-center justify-center gap-x-3">
        {rest && endedRest === rest.of && <p className="font-semibold text-green">Descanso terminado</p>}
        <p className="text-muted tabular-nums">
          {done} de {planned} series
        </p>
      </div>
    );
  }
  return (
    <>
      <div className="mb-2 flex h-14 items-center justify-between gap-2">
        <p role="timer" aria-live="off" className="shrink-0 text-sm font-semibold text-muted">
          Descanso{' '}
          <span className="block text-3xl font-bold tracking-tight text-text tabular-nums">{clockWords(left)}</span>
        </p>
        <div className="flex min-w-0 gap-2">
          <Button className="shrink-0 px-3" onClick={() => changeRest(rest, rest.ends + LONGER_MS)}>
            +15 s
          </Button>
          <Button className="px-3" onClick={() => changeRest(rest, null)}>
            Saltar descanso
          </Button>
        </div>
      </div>
      {hint && <p className="mb-2 text-center text-sm text-muted">Con la pantalla bloqueada no suena.</p>}
    </>
  );
}
