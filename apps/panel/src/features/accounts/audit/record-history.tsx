import type { EventQuery } from '@pulso/contract/accounts/audit';
import { ActList } from '#features/accounts/audit/act-list';

/** The events of one record, in a tab of its detail. */
export function RecordHistory({ question }: { question: EventQuery }) {
  return (
    <ActList
      question={question}
      failure="Error al cargar el historial"
      empty={<p className="py-6 text-center text-sm text-muted">Sin movimientos registrados.</p>}
    />
  );
}
