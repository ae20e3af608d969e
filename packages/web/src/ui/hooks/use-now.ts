import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The current time, updated every minute and when the tab becomes visible. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const renew = () => setNow(new Date());
    const timer = setInterval(renew, MINUTE_MS);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return now;
}
