import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallFailure, isUnanswered } from '#api/client';
import { reportTold } from '#api/report';
import { saveFailure } from '#forms/failure-box';

const isOutdated = (error: Error) => error instanceof CallFailure && (error.status === 404 || error.status === 409);
/** It may have been done all the same. */
const isUncertain = (error: Error | null) =>
  isUnanswered(error) || (error instanceof CallFailure && error.status >= 500);

type Write<Input, Answer> = {
  write: (input: Input) => Promise<Answer>;
  /** What is said when it fails. */
  failed: string | ((input: Input) => string);
  /** Asks again for whatever it may have changed. */
  refetch: () => void;
  /** And for what was chosen from, when it is refused: somebody else was first. */
  refetchChoices?: () => void;
  onDone?: (answer: Answer, input: Input) => void;
};

/**
 * A write from a dialog. Its failure stands there, or is told where the person has gone meanwhile. When nobody knows whether
 * it was done, what it may have changed is asked for once the dialog is closed: before, it would change under the form.
 */
export function useWrite<Input, Answer>({ write, failed, refetch, refetchChoices, onDone }: Write<Input, Answer>) {
  const isOpen = useRef(true);
  const onLeave = useRef<() => void>(undefined);
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
    onMutate: () => {
      onLeave.current = undefined;
    },
    onSuccess: (answer, input) => {
      refetch();
      onDone?.(answer, input);
    },
    onError: (error, input) => {
      if (!isOpen.current) reportTold(wordsFor(input), error);
      if (!isOpen.current || isOutdated(error)) refetch();
      else if (isUncertain(error)) onLeave.current = refetch;
      if (isOutdated(error)) refetchChoices?.();
    },
  });
  const { error, variables } = mutation;
  const failure = error ? saveFailure(wordsFor(variables), error) : undefined;
  return { ...mutation, failure };
}

/**
 * What a form goes by stays as it is while it is sent, and as long as nobody knows whether it was done: sent again, it is the
 * same and not done twice. Takes what is the same object until it changes.
 */
export function useHeld<Value>(value: Value, { isPending, error }: { isPending: boolean; error: Error | null }): Value {
  const [held, setHeld] = useState(value);
  if (isPending || isUncertain(error)) return held;
  if (held !== value) setHeld(value);
  return value;
}
