import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';

/**
 * The screen's state that lives in the address: back, reload and a shared link bring the same view. What equals its
 * first value is not written; `show` changes several pieces in one step.
 */
export function useViewState<View extends Record<string, string>>(
  first: View,
): [view: View, show: (changes: Partial<View>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const kind = useNavigationType();
  const entries = Object.entries(first).map(([name, value]) => [name, parameters.get(name) ?? value]);
  const told = Object.fromEntries(entries) as View;
  // The address follows a moment after the keyboard, so what is typed is kept here too; only a move that is not of
  // this hook (back, a link) brings its own values.
  const [own, setOwn] = useState({ key, view: told });
  if (own.key !== key) setOwn({ key, view: kind === NavigationType.Replace ? own.view : told });

  const show = (changes: Partial<View>) => {
    const view = { ...own.view, ...changes };
    setOwn({ key, view });
    setParameters(
      (before) => {
        for (const [name, value] of Object.entries(view))
          if (value === first[name]) before.delete(name);
          else before.set(name, value);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [own.view, show];
}

/** One piece of it. */
export function useViewValue(name: string, fallback = ''): [string, (value: string) => void] {
  const [view, show] = useViewState({ [name]: fallback });
  return [view[name] ?? fallback, (value) => show({ [name]: value })];
}
