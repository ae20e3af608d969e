import type { EventQuery, EventRow } from '@pulso/contract/accounts/audit';
import { isRowAction } from '#features/accounts/audit/audit.words';
import { ALL_VALUE } from '#ui/lists/filter-values';

/** The events of one transaction: one line of the list. */
export type Act = { act: string; headline: EventRow; events: EventRow[] };

const hasRowOf = (events: readonly EventRow[], { entity, entity_id }: EventRow) =>
  events.some(
    (event) =>
      isRowAction(event.action) &&
      event.entity_id === entity_id &&
      (event.entity === entity || (entity === 'account' && event.entity === 'user')),
  );
const REPEATED_ACTIONS = new Set(['create', 'change', 'delete', 'restore']);

/** Events without those that only say once more that a row was made, changed, deleted or restored. */
const withoutRepeated = (events: readonly EventRow[]) =>
  events.filter((event) => !(REPEATED_ACTIONS.has(event.action) && hasRowOf(events, event)));

/** Events of the same act as one line each, in the order of the newest; what was done before what it changed. */
export function groupActs(events: readonly EventRow[]): Act[] {
  const byAct = new Map<string, EventRow[]>();
  for (const event of events) byAct.set(event.act, [...(byAct.get(event.act) ?? []), event]);
  return [...byAct].map(([act, all]) => {
    const shown = withoutRepeated(all).toReversed();
    const headline = shown.find(({ action }) => !isRowAction(action)) ?? shown[0] ?? all[0]!;
    return { act, headline, events: shown };
  });
}

export const defaultView = {
  persona: ALL_VALUE,
  que: ALL_VALUE,
  accion: ALL_VALUE,
  desde: '',
  hasta: '',
  buscar: '',
  pagina: '1',
};
export type AuditView = typeof defaultView;

const chosen = (value: string) => (value === ALL_VALUE || value === '' ? undefined : value);

export function toQuestion({ persona, que, accion, desde, hasta }: AuditView): EventQuery {
  const person = chosen(persona);
  return {
    actor: person === undefined || !/^\d+$/.test(person) ? undefined : Number(person),
    entity: chosen(que),
    action: chosen(accion),
    from: chosen(desde),
    to: chosen(hasta),
  };
}
