/** An error that the operator can fix: only its message is printed, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** Text of an error that ended a start; the system's own errors say enough without a stack. */
export function startupMessageOf(error: unknown): string {
  const { message, code = '', stack } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError) return message;
  return /^E[A-Z]+$/.test(code) ? `No se pudo iniciar: ${message}` : String(stack);
}
