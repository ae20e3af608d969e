import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { type LedgerFilter, ledgerFilter } from '@pulso/contract/billing/payments';
import { isAnnulled } from '@pulso/contract/billing/payments.labels';
import { addDays, addMonths, type DateText } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import type { addresses, ViewOf } from '#addresses';
import { serverOffers } from '#api/session';
import { ALL_VALUE } from '#ui/lists/filter-values';

/** The first and the last day of the month. */
export function monthRange(day: DateText): { desde: DateText; hasta: DateText } {
  const desde = `${day.slice(0, -2)}01`;
  return { desde, hasta: addDays(addMonths(desde, 1), -1) };
}

/** Defaults of the list's address parameters: this month, all payments. */
export const defaultView = (day: DateText) =>
  ({
    /** Dialog that the address opens. */
    abrir: '',
    buscar: '',
    pagina: '1',
    ...monthRange(day),
    metodo: ALL_VALUE,
    tipo: ALL_VALUE,
    plan: ALL_VALUE,
    estado: ALL_VALUE,
    clase: ALL_VALUE,
    registro: ALL_VALUE,
    cliente: ALL_VALUE,
  }) satisfies ViewOf<typeof addresses.payments.list>;
export type LedgerView = ReturnType<typeof defaultView>;

const MAX_SEARCH_LENGTH = 100;

/** Query for the server; unknown values in the address are ignored. */
export function toLedgerQuestion(view: LedgerView): LedgerFilter {
  const { from, to, method, type, plan, status, kind, author, user_id, search } = ledgerFilter.shape;
  const chosen = (value: string) => (value === ALL_VALUE || value === '' ? undefined : value);
  return {
    from: from.safeParse(chosen(view.desde)).data,
    to: to.safeParse(chosen(view.hasta)).data,
    method: method.safeParse(chosen(view.metodo)).data,
    type: type.safeParse(chosen(view.tipo)).data,
    plan: plan.safeParse(chosen(view.plan)).data,
    status: status.safeParse(chosen(view.estado)).data,
    kind: kind.safeParse(chosen(view.clase)).data,
    author: author.safeParse(chosen(view.registro)).data,
    user_id: user_id.safeParse(chosen(view.cliente)).data,
    search: search.safeParse(chosen(view.buscar.trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed())).data,
  };
}

/** True for a transfer that the client told in his app, on a server with that app. */
export const isToldClaim = ({ claim }: Pick<LedgerRow, 'claim'>) => claim !== null && serverOffers('coaching');

/** Only completed payments are annulled: a pending one is rejected instead, and a reversal cannot be annulled. */
export const canBeAnnulled = (row: LedgerRow) =>
  row.status === 'completed' && row.kind !== 'reversal' && !isAnnulled(row);

/** Only a client's money is given back in part. */
export const canBeRefunded = (row: LedgerRow) => row.kind === 'charge' && canBeAnnulled(row);

type Reason = Pick<LedgerRow, 'kind' | 'is_part' | 'amount' | 'reverses' | 'reason' | 'status'>;

/** Why a row is there, or came to nothing. */
export function reasonText({ kind, is_part, amount, reverses, reason, status }: Reason): string {
  if (kind === 'reversal')
    return `${is_part ? `Devuelve ${formatMoney(-amount)} del` : 'Anula el'} N.º ${reverses}: ${reason ?? ''}`;
  return status === 'failed' && reason ? `Rechazado: ${reason}` : '';
}
