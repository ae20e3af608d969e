import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { CallFailure, toldOr } from '#api/client';
import { ErrorBox } from '#ui/states';

export type SaveFailure = { message: string; reason?: string; errors: FieldErrors };

/** The screen's own words, the server's reason beside them, and what it said of single fields. */
export function saveFailure(message: string, error: Error): SaveFailure {
  const told = toldOr(error, '');
  const errors = error instanceof CallFailure ? error.errors : {};
  return { message, reason: message.includes(told) ? undefined : told, errors };
}

export function FailureBox({ failure: { message, reason } }: { failure: SaveFailure }) {
  return (
    <ErrorBox>
      <p>{message}</p>
      {reason && <p className="font-normal">{reason}</p>}
    </ErrorBox>
  );
}
