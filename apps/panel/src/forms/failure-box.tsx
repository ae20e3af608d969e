import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { STALE_VERSION } from '@pulso/contract/kit/stale-version';
import { RotateCw } from 'lucide-react';
import { CallFailure, isUnanswered, reasonOf, serverMessage } from '#api/client';
import { Button } from '#ui/button';
import { ErrorBox } from '#ui/states';

export type SaveFailure = {
  message: string;
  reason?: string;
  errors: FieldErrors;
  /** What would help: sending the same again, or first loading what somebody else saved meanwhile. */
  remedy?: 'retry' | 'reload';
};

const NO_ERRORS: FieldErrors = {};

function remedyOf(error: Error): SaveFailure['remedy'] {
  if (isUnanswered(error)) return 'retry';
  return serverMessage(error, '') === STALE_VERSION ? 'reload' : undefined;
}

/** The screen's message, the server's reason where the message does not hold it already, and what it said of fields. */
export function saveFailure(message: string, error: Error): SaveFailure {
  const reason = reasonOf(error);
  const errors = error instanceof CallFailure ? error.errors : NO_ERRORS;
  return { message, reason: message.includes(reason) ? undefined : reason, errors, remedy: remedyOf(error) };
}

/** Of something else than what the form sends: its 'Reintentar' would send that. */
export const withoutRetry = (failure: SaveFailure | undefined) => failure && { ...failure, remedy: undefined };

/** A message that stands under its field need not be told twice. */
export const isToldAtField = ({ message, reason, errors }: SaveFailure) =>
  reason === undefined && Object.values(errors).includes(message);

type Props = { failure: SaveFailure; onReload?: () => void };

/** Stands inside the form, so that its 'Reintentar' submits it. */
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
