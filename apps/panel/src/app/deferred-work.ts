import type { QueryClient } from '@tanstack/react-query';
import { prepareForOffline } from '#app/offline';
import { watchKeyboard } from '#ui/controls/keyboard';

/** Start-up work that no first screen needs. */
export async function startDeferredWork(client: QueryClient) {
  watchKeyboard();
  await prepareForOffline(client);
}
