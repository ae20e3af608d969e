import { useId, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { ClientSearch } from '#features/accounts/users/client-search';
import { CHARGE_TITLE, ChargeDialog } from '#features/billing/charge/charge-dialog';
import type { Client } from '#features/billing/subscriptions/use-renewal-sale';
import { controlClass } from '#forms/fields';

/** Charges a client who is chosen first. */
export function ChargeSomebodyDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [user, setUser] = useState<Client>();
  if (user) return <ChargeDialog user={user} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={CHARGE_TITLE} footer={<Button onClick={onClose}>Cancelar</Button>}>
      {/* The suggestions hang below the field, and the dialog would cut them off. */}
      <div className="min-h-96 p-5">
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          ¿A quién le cobras?
        </label>
        <ClientSearch
          id={id}
          placeholder="Nombre o teléfono"
          className={`${controlClass} h-11 w-full`}
          onPick={setUser}
        />
      </div>
    </Dialog>
  );
}
