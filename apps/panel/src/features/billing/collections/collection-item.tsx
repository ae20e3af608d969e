import type { CollectionRow } from '@pulso/contract/billing/collections';
import { EXPIRING_DAYS } from '@pulso/contract/accounts/subscription-state';
import { daysBetween, formatDayMonth } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { AlarmClock, Banknote, Eye, Handshake, MessageCircle, QrCode, RefreshCw } from 'lucide-react';
import { memo } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { Button, isSecondClick } from '@pulso/web/ui/controls/button';
import { Badge, type Tone } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { serverOffers } from '#api/session';
import { LIST_KEYS_NEED_FOCUS } from '#api/strict-spec';
import { describeAgreements, describeContact } from '#features/billing/collections/collections.rules';
import { describeDueDate } from '#features/billing/collections/due-date.rules';
import { ChatTroubleNote } from '#screens/chat-trouble-note';
import { Face } from '#screens/face';
import type { ChatTrouble } from '#screens/told-chat';
import { RowActions } from '#ui/lists/row-actions';

export type CollectionAction =
  | 'write'
  | 'charge'
  | 'renew'
  | 'link'
  | 'promise'
  | 'snooze'
  | 'template'
  | 'details'
  | 'again'
  | 'follow'
  | 'forget';

const dueTone = (end: string | null, today: string): Tone => {
  if (end === null) return 'grey';
  const days = daysBetween(today, end);
  return days < 0 ? 'red' : days <= EXPIRING_DAYS ? 'yellow' : 'grey';
};

type Props = {
  row: CollectionRow;
  today: string;
  /** Undefined where the number is none for WhatsApp. */
  number: string | undefined;
  /** True for the row that the keys act on, and that the Tab key reaches. */
  isStop: boolean;
  sending: boolean;
  trouble: ChatTrouble | undefined;
  onDo: (row: CollectionRow, deed: CollectionAction) => void;
};

/** One client: who, what is due, what was said, and what can be done. */
function Item({ row, today, number, isStop, sending, trouble, onDo }: Props) {
  const { user, plan, end, price, owed, last_contact, claim } = row;
  const name = displayName(user.name);
  const act = (deed: CollectionAction) => onDo(row, deed);
  return (
    <div
      role="row"
      data-row={user.id}
      tabIndex={isStop ? 0 : -1}
      aria-label={`${name}, ${describeDueDate(end, today)}`}
      aria-busy={sending || undefined}
      className={`relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 -outline-offset-2 @4xl/few:min-h-12 @4xl/few:py-1 first:rounded-t-card last:rounded-b-card focus:bg-accent-soft/40 @4xl/few:grid-cols-[minmax(0,6fr)_minmax(min-content,4fr)_minmax(0,4fr)_auto] ${isStop && !LIST_KEYS_NEED_FOCUS ? 'pointer-fine:bg-accent-soft/40' : ''}`}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-3">
        <Face name={name} image={user.profile_image} className="flex size-9 text-sm" />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere @4xl/few:text-sm/5">{name}</p>
          <p className="text-sm wrap-anywhere text-muted tabular-nums @4xl/few:text-xs">
            {plan ? plan.title : 'Sin plan'}
            {plan && price !== null && (
              <>
                {' · '}
                <span className="whitespace-nowrap">{formatMoney(price)}</span>
              </>
            )}
          </p>
        </div>
      </div>
      <div
        role="gridcell"
        className="flex flex-wrap items-center gap-1.5 empty:hidden @max-4xl/few:col-start-1 @max-4xl/few:pl-12 @4xl/few:empty:flex"
      >
        {end !== null && (
          <>
            <Badge tone={dueTone(end, today)}>{describeDueDate(end, today)}</Badge>
            <span className="text-xs whitespace-nowrap text-muted tabular-nums">{formatDayMonth(end, today)}</span>
          </>
        )}
        {owed > 0 && <Badge tone="red">Debe {formatMoney(owed)}</Badge>}
        {!user.status && <Badge tone="grey">Inactivo</Badge>}
      </div>
      <div
        role="gridcell"
        className="min-w-0 text-sm text-muted empty:hidden @max-4xl/few:col-start-1 @max-4xl/few:pl-12 @4xl/few:empty:block"
      >
        {claim && serverOffers('coaching') && (
          <p className="font-medium text-text tabular-nums">
            Avisó que transfirió <span className="whitespace-nowrap">{formatMoney(claim.amount)}</span>
          </p>
        )}
        {last_contact && (
          <p title={describeContact(last_contact, today)} className="truncate text-xs tabular-nums">
            <MessageCircle aria-hidden className="mr-1.5 mb-0.5 inline size-3.5" />
            {describeContact(last_contact, today)}
          </p>
        )}
        {describeAgreements(row, today).map(({ words, isBroken }) => (
          <p key={words} className={`tabular-nums ${isBroken ? 'font-medium text-red' : 'text-text'}`}>
            {words}
          </p>
        ))}
      </div>
      <div
        role="gridcell"
        className={`flex items-center justify-between gap-1 tabular:justify-end ${number === undefined ? 'col-span-full tabular:col-span-1 tabular:@max-4xl/few:col-start-2 tabular:@max-4xl/few:row-span-3 tabular:@max-4xl/few:row-start-1' : '@max-4xl/few:col-start-2 @max-4xl/few:row-span-3 @max-4xl/few:row-start-1'}`}
      >
        {number === undefined ? (
          <span className="flex items-center gap-2 text-xs">
            <Button disabled className="px-2! text-xs! font-medium! whitespace-normal!">
              Número no válido para WhatsApp
            </Button>
            <Link
              to={addresses.users.edit(user.id)}
              className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline underline-offset-4"
            >
              Corregir
            </Link>
          </span>
        ) : (
          <Button
            icon={<MessageCircle aria-hidden className="size-4" />}
            title={`WhatsApp: ${name}`}
            busy={sending}
            disabled={sending}
            className="px-3!"
            onClick={(event) => !isSecondClick(event) && act('write')}
          >
            <span className="sr-only tabular:not-sr-only">WhatsApp</span>
          </Button>
        )}
        {serverOffers('renew') && (
          <span className="mr-2 hidden tabular:block">
            <Button
              icon={<Banknote aria-hidden className="size-4" />}
              title={`Cobrar: ${name}`}
              className="px-3!"
              onClick={(event) => !isSecondClick(event) && act('charge')}
            >
              Cobrar
            </Button>
          </span>
        )}
        <RowActions
          name={name}
          actions={[
            ...(serverOffers('renew')
              ? [
                  { label: 'Cobrar', icon: Banknote, onPress: () => act('charge'), isBeside: true },
                  ...(plan ? [{ label: 'Renovar', icon: RefreshCw, onPress: () => act('renew') }] : []),
                ]
              : []),
            ...(serverOffers('mercadopago')
              ? [{ label: 'Generar link', icon: QrCode, onPress: () => act('link') }]
              : []),
            { label: 'Promesa', icon: Handshake, onPress: () => act('promise') },
            { label: 'Posponer', icon: AlarmClock, onPress: () => act('snooze') },
            { label: 'Ver detalles', icon: Eye, to: addresses.users.detail(user.id) },
          ]}
        />
      </div>
      {trouble && (
        <div role="gridcell" className="col-span-full">
          <ChatTroubleNote trouble={trouble} onDo={act} />
        </div>
      )}
    </div>
  );
}

/** Memoized: a key that acts on one row must not re-render fifty. */
export const CollectionItem = memo(Item);
