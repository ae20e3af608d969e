import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { lazy, Suspense, useCallback } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Tabs } from '@pulso/web/ui/details/tabs';
import { mayVisit, serverOffers } from '#api/session';
import { useViewState } from '#api/view-state';
import { Debts } from '#features/billing/debts/debts';
import { ContactHistory } from '#features/billing/collections/contact-history';
import { PaymentHistory } from '#features/billing/ledger/payment-history';
import { SubscriptionHistory } from '#features/billing/subscriptions/subscription-history';
import { PackageHistory } from '#features/billing/user-packages/package-history';
import {
  isChargedFirst,
  isCoached,
  userActionTitles,
  type OnOpen,
  type UserAction,
} from '#features/desk/user-detail/user-dialogs';
import { ListSkeleton } from '#screens/list-skeleton';

const TrainingTab = lazy(async () => ({
  default: (await import('#features/desk/user-detail/coaching-parts')).TrainingTab,
}));

const Timeline = lazy(async () => ({ default: (await import('#features/desk/user-detail/timeline')).Timeline }));

const RecordHistory = lazy(async () => ({
  default: (await import('#features/accounts/audit/record-history')).RecordHistory,
}));

type Props = { user: UserDetail; day: string; onOpen: OnOpen };

export function UserRecords({ user, day, onOpen }: Props) {
  const maySell = mayVisit('billing');
  /** Button in an empty tab. */
  const next = (action: UserAction, words: string) =>
    maySell && <Button onClick={() => onOpen(action)}>{words}</Button>;
  const sale = (action: UserAction) => (isChargedFirst() ? 'charge' : action);
  const onCharge = useCallback((debtId: number) => onOpen('charge', debtId), [onOpen]);
  const onLink = useCallback((debtId: number) => onOpen('link', debtId), [onOpen]);
  const hasTimeline = maySell && serverOffers('ledger') && serverOffers('collections');
  const tabs = [
    ...(hasTimeline
      ? [
          {
            value: 'todo',
            label: 'Todo',
            content: (
              <Suspense fallback={<ListSkeleton />}>
                <Timeline user={user} day={day} next={next(sale('subscription'), 'Activar la primera suscripción')} />
              </Suspense>
            ),
          },
        ]
      : []),
    {
      value: 'suscripciones',
      label: 'Suscripciones',
      content: (
        <SubscriptionHistory
          user={user}
          day={day}
          next={next(sale('subscription'), 'Activar la primera suscripción')}
        />
      ),
    },
    {
      value: 'paquetes',
      label: 'Paquetes',
      content: <PackageHistory user={user} next={next('package', 'Activar el primer paquete')} />,
    },
    ...(maySell
      ? [
          {
            value: 'pagos',
            label: 'Pagos',
            content: <PaymentHistory user={user} day={day} next={next(sale('payment'), 'Registrar el primer pago')} />,
          },
        ]
      : []),
    ...(serverOffers('ledger')
      ? [
          {
            value: 'deudas',
            label: 'Deudas',
            content: (
              <Debts userId={user.id} onCharge={onCharge} onLink={serverOffers('mercadopago') ? onLink : undefined} />
            ),
          },
        ]
      : []),
    ...(serverOffers('collections')
      ? [
          {
            value: 'contactos',
            label: 'Contactos',
            content: <ContactHistory user={user} next={user.phone && next('write', userActionTitles.write)} />,
          },
        ]
      : []),
  ];
  if (isCoached(user)) {
    const training = {
      value: 'entrenamiento',
      label: 'Entrenamiento',
      content: (
        <Suspense fallback={<ListSkeleton rows={2} />}>
          <TrainingTab user={user} onSendAccess={() => onOpen('access')} />
        </Suspense>
      ),
    };
    // What a trainer comes for.
    if (maySell) tabs.push(training);
    else tabs.unshift(training);
  }
  if (serverOffers('events') && mayVisit('audit'))
    tabs.push({
      value: 'historial',
      label: 'Historial',
      content: (
        <Suspense fallback={<ListSkeleton />}>
          <RecordHistory question={{ user_id: user.id }} />
        </Suspense>
      ),
    });
  const first = tabs[0]?.value ?? '';
  const [{ pestana }, show] = useViewState({ pestana: first });
  const selectedTab = tabs.some(({ value }) => value === pestana) ? pestana : first;
  return (
    <section
      aria-label="Historial"
      className="rounded-card border border-line bg-surface p-5 pt-1 max-sm:px-4 [&_[role=tablist]]:-mx-2.5 print:border-0 print:p-0"
    >
      <Tabs label="Historial" tabs={tabs} value={selectedTab} onChange={(value) => show({ pestana: value })} />
    </section>
  );
}
