import { lazy, Suspense } from 'react';
import { Tabs } from '@pulso/web/ui/details/tabs';
import type { addresses, ViewOf } from '#addresses';
import { serverOffers } from '#api/session';
import { useViewState } from '#api/view-state';
import { EverybodyTab } from '#features/desk/notifications/everybody-tab';
import { ListSkeleton } from '#screens/list-skeleton';
import { PageHeader } from '#ui/layout/page';

// Loaded where it is opened: most write to all.
const GroupTab = lazy(async () => ({
  default: (await import('#features/desk/notifications/group/group-tab')).GroupTab,
}));

const GROUP = 'grupo';
const defaultView: ViewOf<typeof addresses.notifications> = { pestana: 'todos', consulta: '' };

function NotificationTabs() {
  const [view, show] = useViewState(defaultView);
  return (
    <Tabs
      label="A quiénes"
      value={view.pestana === GROUP ? GROUP : defaultView.pestana}
      onChange={(pestana) => show({ pestana })}
      tabs={[
        { value: defaultView.pestana, label: 'A todos', content: <EverybodyTab /> },
        {
          value: GROUP,
          label: 'A un grupo',
          content: (
            <Suspense fallback={<ListSkeleton rows={3} />}>
              <GroupTab asked={view.consulta} onAsk={(consulta) => show({ consulta })} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}

export function NotificationsScreen() {
  const hasGroups = serverOffers('audiences');
  return (
    <>
      <PageHeader
        title="Enviar Notificaciones"
        context={
          hasGroups
            ? 'Un mensaje al teléfono de los usuarios de la app.'
            : 'Un mensaje al teléfono de todos los usuarios de la app.'
        }
      />
      {hasGroups ? <NotificationTabs /> : <EverybodyTab />}
    </>
  );
}
