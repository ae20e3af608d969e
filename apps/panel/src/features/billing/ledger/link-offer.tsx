import { QrCode } from 'lucide-react';
import { Button } from '@pulso/web/ui/controls/button';
import { useFieldAmount } from '#forms/money-field';
import { useFieldValue } from '#forms/use-field-value';
import type { LinkProposal } from '#features/billing/ledger/link-proposal';

type Props = {
  /** The debt that the form is about; without one it is about the plan and the price in its fields. */
  debtId?: number;
  onLink: (proposal: LinkProposal) => void;
};

/** Another way to be paid what the form is about: the client pays from his phone. */
export function LinkOffer({ debtId, onLink }: Props) {
  const planId = Number(useFieldValue('plan_id')) || undefined;
  const price = useFieldAmount('price');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-control bg-sunken px-3 py-2">
      <p className="min-w-0 flex-1 basis-40 text-sm">¿Paga desde su teléfono con Mercado Pago?</p>
      <Button
        icon={<QrCode aria-hidden className="size-4" />}
        onClick={() => onLink(debtId === undefined ? { planId, price } : { debtId })}
      >
        Generar link
      </Button>
    </div>
  );
}
