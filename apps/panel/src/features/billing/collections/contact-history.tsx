import type { Contact } from '@pulso/contract/billing/collections';
import { today } from '@pulso/contract/kit/dates';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import type { ReactNode } from 'react';
import { channelLabel, formatMoment } from '#features/billing/collections/collections.rules';
import { useContacts } from '#features/billing/collections/use-collections';
import { HistoryTable } from '#screens/history-table';
import { ListSkeleton } from '#screens/list-skeleton';
import type { Column } from '#ui/lists/data-table';

type HistoryRow = Contact & { created_at: string };

const columns: Column<HistoryRow>[] = [
  {
    key: 'at',
    title: 'Cuándo',
    cell: ({ at }) => <span className="whitespace-nowrap tabular-nums">{formatMoment(at, today())}</span>,
    sortBy: ({ at }) => at,
    phone: 'fact',
  },
  {
    key: 'by',
    title: 'Quién',
    cell: ({ by }) => textOrDash(by ? displayName(by.name) : ''),
    sortBy: ({ by }) => by?.name ?? '',
    phone: 'more',
  },
  {
    key: 'channel',
    title: 'Canal',
    cell: ({ channel }) => channelLabel(channel),
    sortBy: ({ channel }) => channelLabel(channel),
    phone: 'badge',
  },
  {
    key: 'text',
    title: 'Mensaje',
    cell: ({ text }) => <span className="wrap-anywhere whitespace-pre-line">{textOrDash(text ?? '')}</span>,
    phone: 'title',
  },
];

/** Contacts with a client: by whom, when, how, and in which words. */
export function ContactHistory({ user, next }: { user: { id: number }; next: ReactNode }) {
  const { data, error, isPending, refetch } = useContacts(user.id);
  if (isPending) return <ListSkeleton />;
  return (
    <HistoryTable
      caption="Contactos"
      rows={(data ?? []).map((contact) => ({ ...contact, created_at: contact.at }))}
      columns={columns}
      failure={error ? 'Error al cargar los contactos' : undefined}
      onRetry={() => void refetch()}
      empty="Nadie lo contactó todavía."
      next={next}
    />
  );
}
