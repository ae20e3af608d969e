import { Button } from '@pulso/web/ui/controls/button';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { ActList } from '#features/accounts/audit/act-list';
import { AuditFilters } from '#features/accounts/audit/audit-filters';
import { defaultView, toQuestion } from '#features/accounts/audit/audit.rules';
import { useFilters } from '#screens/use-filters';
import { Filters } from '#ui/lists/filters';
import { PageHeader } from '#ui/layout/page';

export function AuditScreen() {
  const { view, filter, active } = useFilters(defaultView);
  const clear = () => filter(defaultView);
  const activeCount = active + Number(view.desde !== '') + Number(view.hasta !== '');
  return (
    <>
      <PageHeader title="Auditoría" context="Quién hizo qué, y cuándo." />
      <Filters search={null} active={activeCount} onClear={clear}>
        <AuditFilters view={view} filter={filter} />
      </Filters>
      <ActList
        question={toQuestion(view)}
        failure="Error al cargar la auditoría"
        empty={
          <EmptyState title="Sin movimientos con estos filtros.">
            {activeCount > 0 && <Button onClick={clear}>Limpiar Filtros</Button>}
          </EmptyState>
        }
      />
    </>
  );
}
