import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { readToken } from '#api/session';

/**
 * Holds back whoever leaves with something unsaved: a move within the panel waits for an answer, before the page goes
 * the browser asks. A session that has ended keeps nobody.
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
