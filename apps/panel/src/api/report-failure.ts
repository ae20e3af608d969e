import { CallFailure, reasonOf } from '@pulso/web/answers';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { FAILURES_ARE_SILENT } from '#api/strict-spec';

/** Shows a toast with these words and the server's reason. */
export function showFailureToast(words: string, error: unknown) {
  const isSessionEnded = error instanceof CallFailure && error.status === 401;
  if (!isSessionEnded) showToast({ title: words, description: reasonOf(error, 'Por favor, intenta de nuevo.') });
}

/** For failures that the specification only logs: logged, and by default shown too. */
export function reportFailure(words: string, error: unknown) {
  // oxlint-disable-next-line no-console -- 'only logged' is what the specification asks for
  console.error(words, error);
  if (!FAILURES_ARE_SILENT) showFailureToast(words, error);
}
