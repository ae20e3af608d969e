/**
 * Keeps the screen on until the returned function is called. A browser takes that back whenever the page is hidden, so it is
 * asked again when the page comes back. Without it (plain HTTP, a battery that runs low) the phone sleeps as it always does.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const ask = async () => {
    if (document.visibilityState !== 'visible') return;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (isOver) await lock?.release();
  };
  const onVisibility = () => void ask();
  document.addEventListener('visibilitychange', onVisibility);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onVisibility);
    void lock?.release();
  };
}
