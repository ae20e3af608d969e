import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { readToken } from '#api/session';

/**
 * Asks before unsaved changes are lost: the panel on navigation, the browser on unload. Not when the session has ended.
 */
export function useLeaveGuard(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (readToken()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return useBlocker(() => unsaved && readToken() !== undefined);
}
