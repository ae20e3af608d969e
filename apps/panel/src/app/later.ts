import type { QueryClient } from '@tanstack/react-query';
import { prepareForOffline } from '#app/offline';
import { watchKeyboard } from '#ui/keyboard';

/** What no first screen waits for. */
export async function prepareLater(client: QueryClient) {
  watchKeyboard();
  await prepareForOffline(client);
}
