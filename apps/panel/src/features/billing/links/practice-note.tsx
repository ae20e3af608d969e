import { FlaskConical } from 'lucide-react';
import { useConnection } from '#features/billing/links/links-calls';

/** Says that no money moves, where the practice server answers. */
export function PracticeNote() {
  const { data } = useConnection();
  if (!data?.practice) return null;
  return (
    <p className="flex items-start gap-2 rounded-control bg-blue-soft p-3 text-sm text-blue">
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong>De prueba:</strong> responde el Mercado Pago de la demostración, y no se mueve dinero.
      </span>
    </p>
  );
}
