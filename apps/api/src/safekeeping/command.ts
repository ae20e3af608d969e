import { StartupError } from '#startup-error';

export type ClosingStep = () => Promise<unknown>;

/** Runs a command to its end: what goes wrong is one sentence and the exit status 1. */
export async function runCommand(work: (closing: ClosingStep[]) => Promise<void>): Promise<void> {
  const closing: ClosingStep[] = [];
  try {
    await work(closing);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // An AggregateError (a name with several addresses) has a code and no message.
    process.stderr.write(`${error instanceof StartupError ? message : `No se pudo: ${message || code}`}\n`);
    process.exitCode = 1;
  }
  // Resources close in reverse order of opening.
  for (let close = closing.pop(); close; close = closing.pop()) await close();
}
