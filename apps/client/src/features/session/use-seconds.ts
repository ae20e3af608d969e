import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Looks at each whole second before a moment that is to come, and once after it; a hidden page's timers are late, so it looks when it comes back too. */
function watch(moment: number | undefined, onLook: (left: number) => void): () => void {
  if (moment === undefined || moment <= Date.now()) return () => undefined;
  let timer = 0;
  const stop = () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
  function look() {
    const left = moment! - Date.now();
    window.clearTimeout(timer);
    if (left > 0) timer = window.setTimeout(look, left % 1000 || 1000);
    else stop();
    onLook(left);
  }
  document.addEventListener('visibilitychange', look);
  look();
  return stop;
}

const secondsUntil = (moment: number | undefined) =>
  moment === undefined ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/**
 * Whole seconds until a moment; 0 once it has come. They are counted from the moment, so that a sleeping page loses none.
 * `onEnd` gets the milliseconds that it is late; it is not called for a moment that was past from the beginning.
 */
export function useSecondsUntil(moment: number | undefined, onEnd: (late: number) => void): number {
  const end = useEffectEvent(onEnd);
  useEffect(() => watch(moment, (left) => left <= 0 && end(-left)), [moment]);
  const subscribe = useCallback((notify: () => void) => watch(moment, notify), [moment]);
  return useSyncExternalStore(subscribe, () => secondsUntil(moment));
}
