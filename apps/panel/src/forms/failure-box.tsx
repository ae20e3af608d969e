import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { STALE_VERSION } from '@pulso/contract/kit/stale-version';
import { RotateCw } from 'lucide-react';
import { CallFailure, isUnanswered, reasonOf, serverMessage } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';

export type SaveFailure = {
  message: string;
  reason?: string;
  errors: FieldErrors;
  /** Helpful action: sending the same again, or first loading another person's save. */
  remedy?: 'retry' | 'reload';
};

const NO_ERRORS: FieldErrors = {};

function remedyOf(error: Error): SaveFailure['remedy'] {
  if (isUnanswered(error)) return 'retry';
  return serverMessage(error, '') === STALE_VERSION ? 'reload' : undefined;
}

/** The screen's message, the server's reason if the message does not contain it, and the server's errors by field. */
export function createSaveFailure(message: string, error: Error): SaveFailure {
  const reason = reasonOf(error);
  const errors = error instanceof CallFailure ? error.errors : NO_ERRORS;
  return { message, reason: message.includes(reason) ? undefined : reason, errors, remedy: remedyOf(error) };
}

/** For a failure of another request than the form's: 'Reintentar' would submit the form. */
export const withoutRetry = (failure: SaveFailure | undefined) => failure && { ...failure, remedy: undefined };

/** True if the message already stands under its field and need not be shown twice. */
export const isShownAtField = ({ message, reason, errors }: SaveFailure) =>
  reason === undefined && Object.values(errors).includes(message);

type Props = { failure: SaveFailure; onReload?: () => void };

/** Placed inside the form, so that its 'Reintentar' submits it. */
export function FailureBox({ failure: { message, reason, remedy }, onReload }: Props) {
  const icon = <RotateCw aria-hidden className="size-4" />;
  return (
    <ErrorBox>
      <p>{message}</p>
      {reason && <p className="font-normal">{reason}</p>}
      {remedy === 'retry' && (
        <Button type="submit" icon={icon} className="mt-2">
          Reintentar
        </Button>
      )}
      {remedy === 'reload' && onReload && (
        <Button icon={icon} className="mt-2" onClick={onReload}>
          Volver a cargar
        </Button>
      )}
    </ErrorBox>
  );
}
