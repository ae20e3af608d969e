import { timeAgo } from '@pulso/contract/kit/time-ago';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { dataTime } from '#api/stored/stored-answers';

/** ': datos de hace 5 minutos', the age of the oldest data on the screen; empty without data. */
export function DataAge() {
  const cache = useQueryClient().getQueryCache();
  const now = useNow();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const times = () =>
    cache
      .findAll({ type: 'active' })
      .filter(({ state }) => state.data !== undefined)
      .map(dataTime);
  const oldest = useSyncExternalStore(subscribe, () => Math.min(...times()));
  return Number.isFinite(oldest) && <>: datos de {timeAgo(new Date(oldest), now)}</>;
}
