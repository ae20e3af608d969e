import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { useViewState } from '#api/view-state';
import { PaymentHistory } from '#features/billing/payments/payment-history';
import { SubscriptionHistory } from '#features/billing/subscriptions/subscription-history';
import { PackageHistory } from '#features/billing/user-packages/package-history';
import { Tabs } from '#ui/tabs';

export function UserRecords({ user, day }: { user: UserDetail; day: string }) {
  const [{ pestana }, show] = useViewState({ pestana: 'suscripciones' });
  const tabs = [
    { value: 'suscripciones', label: 'Suscripciones', content: <SubscriptionHistory user={user} /> },
    { value: 'paquetes', label: 'Paquetes', content: <PackageHistory user={user} /> },
    { value: 'pagos', label: 'Pagos', content: <PaymentHistory user={user} day={day} /> },
  ];
  const known = tabs.some(({ value }) => value === pestana) ? pestana : 'suscripciones';
  return (
    <section
      aria-label="Historial"
      className="rounded-card border border-line bg-surface p-5 pt-2 print:border-0 print:p-0"
    >
      <Tabs label="Historial" tabs={tabs} value={known} onChange={(value) => show({ pestana: value })} />
    </section>
  );
}
