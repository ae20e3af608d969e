import type { Business } from '@pulso/contract/billing/business';
import type { CollectionRow, MessageTemplate } from '@pulso/contract/billing/collections';
import type { CollectionList, ContactChannel } from '@pulso/contract/billing/collections.labels';
import { contactChannelLabels } from '@pulso/contract/billing/collections.labels';
import { firstName, type MessageValues } from '@pulso/contract/billing/message-text';
import { addDays, dayOf, daysBetween, daysLabel, formatClock, formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney, formatPart, formatPesos } from '@pulso/contract/kit/money';

/** 'hoy 10:32', 'ayer 10:32', '05/03/2026 10:32'. */
export function formatMoment(at: string, today: string): string {
  const day = dayOf(at);
  const said = day === today ? 'hoy' : day === addDays(today, -1) ? 'ayer' : formatDate(at);
  return `${said} ${formatClock(at)}`;
}

/** 'Ana, hoy 10:32, WhatsApp'. */
export function describeContact(
  { by, at, channel }: NonNullable<CollectionRow['last_contact']>,
  today: string,
): string {
  return [by && displayName(by.name), formatMoment(at, today), channelLabel(channel)].filter(Boolean).join(', ');
}

export const channelLabel = (channel: string): string => contactChannelLabels[channel as ContactChannel] ?? channel;

type Promised = { on: string; amount: number | null; paid: number | null };

/** 'Paga el 09/03/2026: ARS 4.000,00', 'Prometió pagar hoy', 'Prometió pagar el 02/03/2026, hace 3 días'. */
function describePromise({ on, amount, paid }: Promised, today: string): string {
  const days = daysBetween(on, today);
  const said =
    days < 0
      ? `Paga el ${formatDate(on)}`
      : days === 0
        ? 'Prometió pagar hoy'
        : `Prometió pagar el ${formatDate(on)}, hace ${daysLabel(days)}`;
  if (amount === null) return said;
  const fulfilled = paid ? `. Cumplió ${formatPart(paid, amount)}` : '';
  return `${said}: ${formatMoney(amount)}${fulfilled}`;
}

/** The promise to pay, broken or not, and the day until which the client is snoozed, unless it is past. */
export function describeAgreements(row: CollectionRow, today: string) {
  const { snoozed_until, promised_on, promised_amount: amount, promise_paid: paid } = row;
  const isSnoozed = snoozed_until !== null && snoozed_until > today;
  return [
    ...(promised_on === null
      ? []
      : [{ words: describePromise({ on: promised_on, amount, paid }, today), isBroken: promised_on < today }]),
    ...(isSnoozed ? [{ words: `Pospuesto hasta el ${formatDate(snoozed_until)}`, isBroken: false }] : []),
  ];
}

/** Values for the placeholders of a message; blank if unknown. */
export function messageValuesOf(row: CollectionRow, business: Business | undefined, today: string): MessageValues {
  const { user, plan, end, owed, rise } = row;
  const price = rise?.amount ?? row.price;
  return {
    nombre: firstName(user.name),
    plan: plan?.title,
    vence: formatDate(end),
    dias: end === null ? '' : String(Math.abs(daysBetween(today, end))),
    precio: plan && price !== null ? formatPesos(price) : '',
    deuda: owed > 0 ? formatPesos(owed) : '',
    link: row.link,
    alias: business?.alias,
    negocio: business?.name,
    antes: rise && rise.before !== null ? formatPesos(rise.before) : '',
    desde: rise ? formatDate(rise.valid_from) : '',
  };
}

/** A message about a link has it, whatever its template says. */
export const withLink = (text: string, link: string) =>
  text.includes(link) ? text : [text.trim(), `Para pagar: ${link}`].filter(Boolean).join('\n\n');

/** The list whose template says what there is to say to a client. */
function pickList({ owed, end }: CollectionRow, today: string): CollectionList {
  if (owed > 0) return 'debt';
  if (end === null || end < today) return 'overdue';
  return end === today ? 'due_today' : 'due_soon';
}

const RISE_TEMPLATE = 'Aumento';

/** Prefers the template of a rise, then of the list, then of the client's state, then any. */
export function pickTemplate(
  templates: readonly MessageTemplate[],
  list: string,
  row: CollectionRow,
  today: string,
): MessageTemplate | undefined {
  const forRise = row.rise && templates.find(({ name }) => name === RISE_TEMPLATE);
  const offeredFor = (wantedList: string) => templates.find((template) => template.list === wantedList);
  return forRise ?? offeredFor(list) ?? offeredFor(pickList(row, today)) ?? templates[0];
}

/** The rows with those in which something went wrong, which stay until somebody has seen it. */
export function withTroubledRows(
  rows: readonly CollectionRow[],
  troubledRows: readonly { row: CollectionRow; place: number }[],
): CollectionRow[] {
  const allRows = [...rows];
  for (const { row, place } of troubledRows)
    if (!rows.some(({ user }) => user.id === row.user.id)) allRows.splice(Math.min(place, allRows.length), 0, row);
  return allRows;
}

/** Focus target when a row is gone: the next row that is still there, or the last; the first of a list of others. */
export function nextFocusRow(id: number, before: readonly number[], currentIds: readonly number[]): number | undefined {
  const isThere = (one: number) => currentIds.includes(one);
  const laterIds = before.slice(before.indexOf(id) + 1);
  return laterIds.find(isThere) ?? currentIds.at(before.some(isThere) ? -1 : 0);
}
