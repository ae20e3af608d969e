import { useId, useState, type ComponentType } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { ClientSearch } from '#features/accounts/users/client-search';
import { CHARGE_TITLE, ChargeDialog, type ChargeProps } from '#features/billing/charge/charge-dialog';
import type { Client } from '#features/billing/subscriptions/use-renewal-sale';
import { controlClass } from '#forms/fields';

type Props = {
  onClose: () => void;
  /** Dialog that charges the client, where it is another. */
  SaleDialog?: ComponentType<ChargeProps>;
};

/** Charges a client who is chosen first. */
export function ChargeSomebodyDialog({ onClose, SaleDialog = ChargeDialog }: Props) {
  const id = useId();
  const [user, setUser] = useState<Client>();
  if (user) return <SaleDialog user={user} onClose={onClose} />;
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
