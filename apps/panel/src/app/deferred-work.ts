import type { QueryClient } from '@tanstack/react-query';
import { prepareForOffline } from '#app/offline';
import { watchKeyboard } from '#ui/controls/keyboard';

/** Start-up work that no first screen needs. */
export async function startDeferredWork(client: QueryClient) {
  watchKeyboard();
  // A failure without a network has to be told too, also where no worker keeps the panel's files.
  await import('@pulso/web/ui/feedback/toaster');
  await prepareForOffline(client);
}
