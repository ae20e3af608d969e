import { CallFailure, serverMessage } from '#api/client';
import { FAILURES_ARE_SILENT } from '#api/strict-spec';
import { tell } from '#ui/tell';

/** A failure told to the person: these words, and the server's reason or what to do. */
export function reportTold(words: string, error: unknown) {
  const ended = error instanceof CallFailure && error.status === 401;
  if (!ended) tell({ title: words, description: serverMessage(error, 'Por favor, intenta de nuevo.') });
}

/** A failure that the specification only logs: logged in its words, and by default told to the person too. */
export function reportLogged(words: string, error: unknown) {
  // eslint-disable-next-line no-console -- 'only logged' is what the specification asks for
  console.error(words, error);
  if (!FAILURES_ARE_SILENT) reportTold(words, error);
}
