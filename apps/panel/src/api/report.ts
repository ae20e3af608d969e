import { CallFailure, toldOr } from '#api/client';
import { FAILURES_ARE_SILENT } from '#api/strict-spec';
import { tell } from '#ui/tell';

function log(words: string, error: unknown) {
  // eslint-disable-next-line no-console -- 'only logged' is what the specification asks for
  console.error(words, error);
}

/** A failure that the person is told of, whatever the letter: the screen has no other place for it. */
export function reportTold(words: string, error: unknown) {
  log(words, error);
  const ended = error instanceof CallFailure && error.status === 401;
  if (!ended) tell({ title: words, description: toldOr(error, 'Por favor, intenta de nuevo.') });
}

/** A failure that the specification only logs: logged in its words, and by default told to the person too. */
export function reportLogged(words: string, error: unknown) {
  if (FAILURES_ARE_SILENT) log(words, error);
  else reportTold(words, error);
}
