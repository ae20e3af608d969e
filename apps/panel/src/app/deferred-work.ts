import type { QueryClient } from '@tanstack/react-query';
import { prepareForOffline } from '#app/offline';
import { watchKeyboard } from '#ui/controls/keyboard';

const waitUntilOnline = () =>
  new Promise<unknown>((resolve) => {
    if (navigator.onLine) resolve(undefined);
    else window.addEventListener('online', resolve, { once: true });
  });

/** Start-up work that no first screen needs. */
export async function startDeferredWork(client: QueryClient) {
  watchKeyboard();
  // A browser does not ask again for a module that it could not load once: messages would be alerts from then on.
  await waitUntilOnline();
  // A failure without a network has to be told too, also where no worker keeps the panel's files.
  await import('@pulso/web/ui/feedback/toaster');
  await prepareForOffline(client);
}
