import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallFailure, isUnanswered } from '@pulso/web/answers';
import { ON_SALE_KEY } from '#api/form-query-options';
import { showFailureToast } from '#api/report-failure';
import { createSaveFailure } from '#forms/failure-box';

const isOutdated = (error: Error) => error instanceof CallFailure && (error.status === 404 || error.status === 409);
/** True if the data that the form was based on have changed, and nothing was written. */
const isStale = (error: Error) => error instanceof CallFailure && error.code === 'stale';
/** True if the write may have succeeded all the same. */
const isUncertain = (error: Error) => isUnanswered(error) || (error instanceof CallFailure && error.status >= 500);

type WriteOptions<Input, Answer> = {
  write: (input: Input) => Promise<Answer>;
  /** Message for a failure. */
  failed: string | ((input: Input) => string);
  /** Refetches everything that the write may have changed. */
  refetch: () => void;
  onDone?: (answer: Answer, input: Input) => void;
};

/**
 * A write from a form. Its failure is shown in the form, or in a toast if the form was left. If the outcome is unknown,
 * the affected data are refetched only once the form is left: before, they would change under the typed text.
 */
export function useWrite<Input, Answer>({ write, failed, refetch, onDone }: WriteOptions<Input, Answer>) {
  const client = useQueryClient();
  const [uncertain, setUncertain] = useState(false);
  const isOpen = useRef(true);
  const onLeave = useRef<() => void>(undefined);
  const leaveUncertain = (isSo: boolean) => {
    setUncertain(isSo);
    onLeave.current = isSo ? refetch : undefined;
  };
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      onLeave.current?.();
    };
  }, []);
  const wordsFor = (input: Input) => (typeof failed === 'string' ? failed : failed(input));
  const mutation = useMutation({
    mutationFn: write,
    onSuccess: (answer, input) => {
      leaveUncertain(false);
      refetch();
      onDone?.(answer, input);
    },
    onError: (error, input) => {
      if (!isOpen.current) showFailureToast(wordsFor(input), error);
      else if (isUncertain(error)) leaveUncertain(true);
      else if (isStale(error)) leaveUncertain(false);
      if (isOutdated(error)) void client.invalidateQueries({ queryKey: [ON_SALE_KEY] });
      if (isOutdated(error) || !isOpen.current) refetch();
    },
  });
  const { error, variables } = mutation;
  const failure = error ? createSaveFailure(wordsFor(variables), error) : undefined;
  return { ...mutation, failure, isHeld: mutation.isPending || uncertain };
}

/**
 * Freezes the data that a form is based on while it is sent, and as long as the outcome is unknown: sent again, it is
 * the same request and not done twice. `value` must keep its identity until it changes.
 */
export function useFrozenValue<Value>(value: Value, { isHeld }: { isHeld: boolean }): Value {
  const [frozen, setFrozen] = useState(value);
  if (isHeld) return frozen;
  if (frozen !== value) setFrozen(value);
  return value;
}
