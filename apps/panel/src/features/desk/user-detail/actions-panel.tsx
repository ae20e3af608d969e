import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { CalendarPlus, PackagePlus } from 'lucide-react';
import { useState } from 'react';
import { ActivateSubscriptionDialog } from '#features/billing/subscriptions/activate-subscription-dialog';
import { ActivatePackageDialog } from '#features/billing/user-packages/activate-package-dialog';
import { Button } from '#ui/button';
import { Panel } from '#ui/facts';

export function ActionsPanel({ user, day }: { user: UserDetail; day: string }) {
  const [open, setOpen] = useState<'subscription' | 'package'>();
  const close = () => setOpen(undefined);
  return (
    <Panel title="Acciones">
      <div className="flex flex-col gap-2">
        <Button icon={<CalendarPlus aria-hidden className="size-4" />} onClick={() => setOpen('subscription')}>
          Activar suscripción
        </Button>
        <Button icon={<PackagePlus aria-hidden className="size-4" />} onClick={() => setOpen('package')}>
          Activar paquete
        </Button>
      </div>
      {open === 'subscription' && <ActivateSubscriptionDialog user={user} day={day} onClose={close} />}
      {open === 'package' && <ActivatePackageDialog user={user} day={day} onClose={close} />}
    </Panel>
  );
}
