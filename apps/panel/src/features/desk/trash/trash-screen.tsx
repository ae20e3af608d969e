import type { TrashRow } from '@pulso/contract/desk/trash';
import {
  addDays,
  dateOfInstant,
  daysBetween,
  daysLabel,
  formatClock,
  formatShortDate,
  today,
} from '@pulso/contract/kit/dates';
import { KEPT_DAYS } from '@pulso/contract/kit/kept-days';
import { displayName } from '@pulso/contract/kit/labels';
import { RotateCcw } from 'lucide-react';
import { Button } from '@pulso/web/ui/controls/button';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { thingLabel } from '#features/accounts/audit/audit.words';
import { useRestore, useTrash } from '#features/desk/trash/trash-calls';
import { ListSkeleton } from '#screens/list-skeleton';
import { ListStates } from '#screens/list-states';
import { LoadMore } from '#screens/load-more';
import { PageHeader } from '#ui/layout/page';

function Item({ row }: { row: TrashRow }) {
  const { mutate, isPending } = useRestore();
  const { at, entity, actor } = row;
  const name = displayName(row.name);
  const left = daysBetween(today(), addDays(dateOfInstant(at), KEPT_DAYS));
  const said = `${thingLabel(entity)} · ${formatShortDate(at)}, ${formatClock(at)} · ${actor ? displayName(actor.name) : 'Sistema'}`;
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="mt-0.5 text-sm text-muted tabular-nums">
          {said}
          <span className="whitespace-nowrap"> · {left > 0 ? `quedan ${daysLabel(left)}` : 'último día'}</span>
        </p>
      </div>
      <Button
        icon={<RotateCcw aria-hidden className="size-4" />}
        title={name}
        busy={isPending}
        disabled={isPending}
        onClick={() => mutate(row)}
      >
        Restaurar
      </Button>
    </li>
  );
}

export function TrashScreen() {
  const list = useTrash();
  return (
    <>
      <PageHeader title="Papelera" context={`Lo que se eliminó en los últimos ${KEPT_DAYS} días.`} />
      <ListStates
        list={list}
        found={list.data}
        failure="Error al cargar la papelera"
        alwaysTold
        skeleton={<ListSkeleton />}
        empty={<EmptyState title="La papelera está vacía." />}
      >
        {(rows) => (
          <div className="space-y-4">
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {rows.map((row) => (
                <Item key={row.id} row={row} />
              ))}
            </ul>
            <LoadMore list={list} />
          </div>
        )}
      </ListStates>
    </>
  );
}
