import { lazy, Suspense, type ComponentType } from 'react';
import { useParams } from '@pulso/web/navigation/navigation';
import { mayVisit, serverOffers } from '#api/session';
import { HistoryContext } from '#screens/detail-tabs';
import { ListSkeleton } from '#screens/list-skeleton';

const RecordHistory = lazy(async () => ({
  default: (await import('#features/accounts/audit/record-history')).RecordHistory,
}));

/** A detail with the tab 'Historial', where the server has it. */
export function withHistory(entity: string, Screen: ComponentType): ComponentType {
  return function DetailWithHistory() {
    const { id = '' } = useParams();
    const isOffered = serverOffers('events') && mayVisit('audit');
    return (
      <HistoryContext
        value={
          isOffered ? (
            <Suspense fallback={<ListSkeleton />}>
              <RecordHistory question={{ entity, entity_id: Number(id) }} />
            </Suspense>
          ) : undefined
        }
      >
        <Screen />
      </HistoryContext>
    );
  };
}
