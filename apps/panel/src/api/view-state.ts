import { useState } from 'react';
import { navigate, usePlace } from '@pulso/web/navigation/navigation';

/**
 * Screen state kept in the address, so that back, reload and a shared link bring the same view. Values equal to their
 * first one are not written.
 */
export function useViewState<View extends Record<string, string>>(
  first: View,
): [view: View, show: (changes: Partial<View>) => void] {
  const { search, key, kind } = usePlace();
  const parameters = new URLSearchParams(search);
  const entries = Object.entries(first).map(([name, value]) => [name, parameters.get(name) ?? value]);
  const fromAddress = Object.fromEntries(entries) as View;
  // The address lags behind the keyboard, so typed text is kept here too; only another navigation (back, a link)
  // replaces it.
  const [ownState, setOwnState] = useState({ key, view: fromAddress });
  if (ownState.key !== key) setOwnState({ key, view: kind === 'replace' ? ownState.view : fromAddress });

  const show = (changes: Partial<View>) => {
    const view = { ...ownState.view, ...changes };
    setOwnState({ key, view });
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(view))
      if (value === first[name]) address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    void navigate(address.href, { replace: true, keepScroll: true });
  };
  return [ownState.view, show];
}
