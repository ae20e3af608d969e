import type { WorkoutRow } from '@pulso/contract/coaching/workouts';
import { useEffect, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { call } from '#http/call';
import { serverToday } from '#http/server-clock';
import { OFFER_KEY, store } from '#device/phone-storage';
import { PushPart, usePush } from '#features/push-part';

const OFFERED_AFTER = 2;

/** Stored in place of the day once the person has said no. */
const DECLINED = 'no';

/** Offers notifications after the second workout, or a later one, on one day. */
export function PushLine() {
  const push = usePush();
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    void call('GET', `my/workouts?limit=${OFFERED_AFTER}`).then(
      ({ data }) => setIsDue((data as WorkoutRow[]).length === OFFERED_AFTER),
      () => undefined,
    );
  }, []);
  const [wasOff, setWasOff] = useState(false);
  const isOffered = isDue && (wasOff || push.state === 'off');
  if (isOffered && !wasOff) setWasOff(true);
  useEffect(() => {
    if (isOffered) store(OFFER_KEY, serverToday());
  }, [isOffered]);
  const [isDeclined, setIsDeclined] = useState(false);
  if (!isOffered || isDeclined) return null;
  const decline = () => {
    store(OFFER_KEY, DECLINED);
    setIsDeclined(true);
  };
  return (
    <section aria-labelledby="push" className="rounded-card border border-line bg-surface p-5">
      <h2 id="push" className="font-semibold">
        Entérate de las novedades
      </h2>
      <p className="mb-3 text-sm text-muted">Los avisos de tu entrenador llegan a este teléfono.</p>
      <div className="grid gap-2">
        <PushPart {...push} />
        {push.state === 'off' && (
          <Button look="quiet" disabled={push.busy} onClick={decline}>
            Ahora no
          </Button>
        )}
      </div>
    </section>
  );
}
