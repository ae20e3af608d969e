import { useSearchParams } from 'react-router';

/** A piece of the screen's state that lives in the address: back, reload and a shared link bring the same view. */
export function useSearchState(name: string, fallback = ''): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = (value: string) =>
    setParameters(
      (before) => {
        if (value === fallback) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return [parameters.get(name) ?? fallback, set];
}
