import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { CallFailure, serverMessage } from '#api/client';
import { ErrorBox } from '#ui/states';

export type SaveFailure = { message: string; reason?: string; errors: FieldErrors };

const NO_ERRORS: FieldErrors = {};

/** The screen's message, the server's reason where the message does not hold it already, and what it said of fields. */
export function saveFailure(message: string, error: Error): SaveFailure {
  const reason = serverMessage(error, '');
  const errors = error instanceof CallFailure ? error.errors : NO_ERRORS;
  return { message, reason: message.includes(reason) ? undefined : reason, errors };
}

export function FailureBox({ failure: { message, reason } }: { failure: SaveFailure }) {
  return (
    <ErrorBox>
      <p>{message}</p>
      {reason && <p className="font-normal">{reason}</p>}
    </ErrorBox>
  );
}
