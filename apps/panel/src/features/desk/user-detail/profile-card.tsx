import { normalizeRole, roleLabel } from '@pulso/contract/accounts/users.labels';
import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { displayName, statusLabel } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { Banknote, MessageCircle } from 'lucide-react';
import { Button } from '@pulso/web/ui/controls/button';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { imageAddress } from '#api/address';
import { mayVisit, serverOffers } from '#api/session';
import { statesVaryByScreen } from '#api/strict-spec';
import { PauseBadge } from '#features/accounts/users/subscription-badge';
import { UserTags } from '#features/accounts/users/user-tags';
import { roleTones, subscriptionBadgeOf } from '#features/accounts/users/users.rules';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { describeStanding } from '#features/desk/user-detail/state-line';
import { heldPlan, isChargedFirst, userActionTitles, type UserAction } from '#features/desk/user-detail/user-dialogs';
import { Email } from '#features/desk/user-detail/user-sections';
import { MainAction } from '#ui/layout/main-action';
import { PhoneLink } from '#ui/details/phone-link';

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('es-AR'))
    .join('');

function Portrait({ user }: { user: UserDetail }) {
  const shape = 'size-16 shrink-0 rounded-full sm:size-20';
  if (user.profile_image) return <Picture src={imageAddress(user.profile_image)} size="card" className={shape} />;
  return (
    <span
      aria-hidden
      className={`${shape} inline-flex items-center justify-center bg-accent-soft text-xl font-bold text-accent sm:text-2xl`}
    >
      {initialsOf(displayName(user.name))}
    </span>
  );
}

/** Everything that says how this person stands, in one line: what has a colour, what is paid until when, what is owed. */
function Standing({ user, day }: { user: UserDetail; day: string }) {
  const { data } = useRenewal(user.id);
  const balance = serverOffers('ledger') ? data : undefined;
  const role = normalizeRole(user.role);
  const subscription = subscriptionBadgeOf(user, day, 'detail');
  return (
    <div className="mt-2 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1.5 text-sm">
      {/* The usual says nothing. */}
      {(statesVaryByScreen() || role !== 'CLIENT') && (
        <Badge tone={role ? roleTones[role] : 'grey'}>{roleLabel(user.role)}</Badge>
      )}
      {(statesVaryByScreen() || !user.status) && (
        <Badge tone={user.status ? 'green' : 'grey'}>{statusLabel(user.status)}</Badge>
      )}
      {subscription && <Badge tone={subscription.tone}>{subscription.text}</Badge>}
      <PauseBadge user={user} today={day} />
      {balance && balance.owed > 0 && <Badge tone="red">Debe {formatMoney(balance.owed)}</Badge>}
      {balance && balance.unverified > 0 && <Badge tone="yellow">A verificar {formatMoney(balance.unverified)}</Badge>}
      <p className="font-medium text-pretty tabular-nums">{describeStanding(user, heldPlan(user), day, balance)}</p>
    </div>
  );
}

type ActionsProps = { user: UserDetail; onOpen: (action: UserAction) => void };

/** Buttons of what is done about a person every day: at the top of the page, or under the thumb. */
export function DailyActions({ user, onOpen }: ActionsProps) {
  if (!mayVisit('billing')) return null;
  const mainAction = isChargedFirst() ? 'charge' : 'payment';
  return (
    <MainAction>
      <div className="flex gap-2 *:min-w-0 *:flex-1 sm:*:flex-none">
        <Button look="primary" icon={<Banknote aria-hidden className="size-4" />} onClick={() => onOpen(mainAction)}>
          {userActionTitles[mainAction]}
        </Button>
        {user.phone && serverOffers('collections') && (
          <Button
            icon={<MessageCircle aria-hidden className="size-4" />}
            title={userActionTitles.write}
            onClick={() => onOpen('write')}
          >
            WhatsApp
          </Button>
        )}
      </div>
    </MainAction>
  );
}

/** Card with name, picture and state. */
export function ProfileCard({ user, day }: { user: UserDetail; day: string }) {
  useTitle(displayName(user.name));
  return (
    <section
      aria-label="Perfil"
      className="flex items-start gap-4 rounded-card border border-line bg-surface p-5 max-sm:p-4 print:border-0 print:p-0"
    >
      <Portrait user={user} />
      <div className="min-w-0 flex-1">
        <h1 className="text-xl font-bold tracking-tight break-words sm:text-2xl">{displayName(user.name)}</h1>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span className="min-w-0 break-words">{user.email ? <Email address={user.email} /> : 'Sin correo'}</span>
          <span className="tabular-nums">
            <PhoneLink phone={user.phone} prefix={user.countryCodeT} none="Sin teléfono" />
          </span>
        </p>
        <Standing user={user} day={day} />
        <UserTags user={user} />
      </div>
    </section>
  );
}
