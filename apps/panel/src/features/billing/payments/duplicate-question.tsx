import { CallFailure, reasonOf } from '#api/client';
import type { SaveFailure } from '#forms/failure-box';
import { Ask } from '#ui/ask';

const isDuplicate = (error: unknown) => error instanceof CallFailure && error.code === 'duplicate';

/** Unless it is the one that is asked about. */
export const paymentFailure = ({ error, failure }: { error: Error | null; failure?: SaveFailure }) =>
  isDuplicate(error) ? undefined : failure;

type Props<Body> = {
  write: { error: Error | null; variables: Body | undefined; mutate: (body: Body) => void; reset: () => void };
  /** The same, to be recorded whatever there is already. */
  anyway: (body: Body) => Body;
};

/** The server knows an equal payment: asks whether it is another one, and then sends it again without that condition. */
export function DuplicateQuestion<Body>({ write, anyway }: Props<Body>) {
  const { error, variables, mutate, reset } = write;
  return (
    <Ask
      open={isDuplicate(error)}
      title="¿Registrarlo igual?"
      text={reasonOf(error)}
      yes="Registrar igual"
      no="No registrar"
      onYes={() => variables !== undefined && mutate(anyway(variables))}
      onNo={reset}
    />
  );
}
