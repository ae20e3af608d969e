import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { FailureState } from '@pulso/web/ui/feedback/states';

type Query = { data: unknown; error: Error | null; refetch: () => unknown };
type Failed = { error: Error; retry: () => void };
type Told = { isTold: boolean; report: (part: string, failed: Failed | undefined) => void };

const ToldContext = createContext<Told>({ isTold: false, report: () => undefined });

/** Parts of a screen that fail together, as where the server does not answer, say so once, above them. */
export function FailureOnce({ message, children }: { message: string; children: ReactNode }) {
  const [failed, setFailed] = useState<ReadonlyMap<string, Failed>>(new Map());
  const report = useCallback<Told['report']>((part, one) => {
    setFailed((before) => new Map([...before].filter(([name]) => name !== part).concat(one ? [[part, one]] : [])));
  }, []);
  const all = [...failed.values()];
  const isTold = all.length > 1;
  const told = useMemo(() => ({ isTold, report }), [isTold, report]);
  return (
    <ToldContext value={told}>
      {isTold && (
        <FailureState
          message={message}
          reason={reasonOf(all[0]!.error)}
          onRetry={() => {
            for (const { retry } of all) retry();
          }}
        />
      )}
      {children}
    </ToldContext>
  );
}

/** True if a part has nothing to show but a failure that is told for several at once. */
export function useToldOnce(part: string, { data, error, refetch }: Query): boolean {
  const { isTold, report } = use(ToldContext);
  const shown = data === undefined ? error : null;
  const again = useRef(refetch);
  useEffect(() => {
    again.current = refetch;
  });
  useEffect(() => {
    if (!shown) return undefined;
    report(part, { error: shown, retry: () => void again.current() });
    return () => report(part, undefined);
  }, [part, shown, report]);
  return isTold && shown !== null;
}
