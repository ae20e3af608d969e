import { useEffect, useState } from 'react';
import { addGuard } from '@pulso/web/navigation/navigation';
import { readToken } from '#api/session';

/** Navigation held back by unsaved changes. */
type BlockedNavigation = { proceed: () => void; stay: () => void };

/**
 * Asks before unsaved changes are lost: the panel on navigation, the browser on unload. Does not ask once the session
 * has ended.
 */
export function useLeaveGuard(unsaved: boolean): BlockedNavigation | undefined {
  const [blocked, setBlocked] = useState<{ proceed: () => void }>();
  useEffect(() => {
    if (!unsaved) return undefined;
    const isLost = () => readToken() !== undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (isLost()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    const removeGuard = addGuard({ holds: isLost, hold: (proceed) => setBlocked({ proceed }) });
    return () => {
      window.removeEventListener('beforeunload', ask);
      removeGuard();
    };
  }, [unsaved]);
  return blocked && { proceed: blocked.proceed, stay: () => setBlocked(undefined) };
}
