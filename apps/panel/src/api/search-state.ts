import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';

/** A piece of the screen's state that lives in the address: back, reload and a shared link bring the same view. */
export function useSearchState(name: string, fallback = ''): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const kind = useNavigationType();
  const told = parameters.get(name) ?? fallback;
  // The address follows a moment after the keyboard, so what is typed is kept here too; only a move that is not of
  // this hook (back, a link) brings its own value.
  const [own, setOwn] = useState({ key, value: told });
  if (own.key !== key) setOwn({ key, value: kind === NavigationType.Replace ? own.value : told });

  const set = (value: string) => {
    setOwn({ key, value });
    setParameters(
      (before) => {
        if (value === fallback) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [own.value, set];
}
