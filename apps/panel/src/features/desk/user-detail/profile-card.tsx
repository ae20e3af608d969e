import { normalizeRole, roleLabel } from '@pulso/contract/accounts/users.labels';
import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { formatShortDate } from '@pulso/contract/kit/dates';
import { textOrDash, displayName, statusLabel } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { AtSign, Banknote, CalendarDays, Mail, MessageCircle, Phone, UserCheck, Users } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { addresses, filteredAddress } from '#addresses';
import { imageAddress } from '#api/address';
import { mayVisit, serverOffers } from '#api/session';
import { statesVaryByScreen, USERNAME_IS_EMAIL } from '#api/strict-spec';
import { PauseBadge } from '#features/accounts/users/subscription-badge';
import { UserTags } from '#features/accounts/users/user-tags';
import { roleTones, subscriptionBadgeOf } from '#features/accounts/users/users.rules';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { isChargedFirst, userActionTitles, type UserAction } from '#features/desk/user-detail/user-dialogs';
import { MainAction } from '#ui/layout/main-action';
import { PhoneLink } from '#ui/details/phone-link';

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('es-AR'))
    .join('');

function Portrait({ user }: { user: UserDetail }) {
  const shape = 'size-20 shrink-0 rounded-full';
  if (user.profile_image) return <Picture src={imageAddress(user.profile_image)} size="card" className={shape} />;
  return (
    <span
      aria-hidden
      className={`${shape} inline-flex items-center justify-center bg-accent-soft text-2xl font-bold text-accent`}
    >
      {initialsOf(displayName(user.name))}
    </span>
  );
}

/** The person's debt and, apart, the payments that are not verified yet. */
function AccountBalance({ user }: { user: UserDetail }) {
  const { data } = useRenewal(user.id);
  if (!data || !serverOffers('ledger')) return null;
  return (
    <>
      {data.owed > 0 && <Badge tone="red">Debe {formatMoney(data.owed)}</Badge>}
      {data.unverified > 0 && <Badge tone="yellow">A verificar {formatMoney(data.unverified)}</Badge>}
    </>
  );
}

/** An address too long for its line breaks before the at sign. */
function Email({ address }: { address: string }) {
  const [name, ...domain] = address.split(/(?=@)/);
  return (
    <>
      {name}
      <wbr />
      {domain}
    </>
  );
}

/** The specification labels every user name as an e-mail address. */
const isEmailLike = (username: string) => USERNAME_IS_EMAIL || /^\S+@\S+\.\S+$/.test(username);

const lineLink = 'inline-flex min-h-6 items-center underline underline-offset-4 hover:no-underline';

/** A client's trainer, or the way to a trainer's clients. */
function trainerLines({ id, role, trainer }: UserDetail) {
  if (normalizeRole(role) === 'TRAINER')
    return [
      {
        name: 'Clientes',
        value: (
          <Link to={filteredAddress(addresses.users.list, { entrenador: String(id) })} className={lineLink}>
            Ver los suyos
          </Link>
        ),
        icon: Users,
      },
    ];
  if (normalizeRole(role) !== 'CLIENT') return [];
  const value = trainer ? (
    <Link to={addresses.users.detail(trainer.id)} className={lineLink}>
      {displayName(trainer.name)}
    </Link>
  ) : (
    'Sin entrenador'
  );
  return [{ name: 'Entrenador', value, icon: UserCheck }];
}

type Props = { user: UserDetail; day: string; onOpen: (action: UserAction) => void };

export function ProfileCard({ user, day, onOpen }: Props) {
  const mainAction = isChargedFirst() ? 'charge' : 'payment';
  useTitle(displayName(user.name));
  const role = normalizeRole(user.role);
  const subscription = subscriptionBadgeOf(user, day, 'detail');
  const lines = [
    isEmailLike(user.username)
      ? { name: 'Correo electrónico', value: <Email address={textOrDash(user.username)} />, icon: Mail }
      : { name: 'Usuario', value: textOrDash(user.username), icon: AtSign },
    {
      name: 'Teléfono',
      value: (
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <PhoneLink phone={user.phone} prefix={user.countryCodeT} none="Sin teléfono" />
          {user.phone && serverOffers('collections') && (
            <Button
              look="quiet"
              className="-my-3 print:hidden"
              icon={<MessageCircle aria-hidden className="size-4" />}
              title={userActionTitles.write}
              onClick={() => onOpen('write')}
            >
              WhatsApp
            </Button>
          )}
        </span>
      ),
      icon: Phone,
    },
    ...(serverOffers('trainers') && mayVisit('users') ? trainerLines(user) : []),
    { name: 'Registro', value: textOrDash(formatShortDate(user.created_at)), icon: CalendarDays },
  ];
  return (
    <section aria-label="Perfil" className="rounded-card border border-line bg-surface p-5 print:border-0 print:p-0">
      <div className="flex items-center gap-4">
        <Portrait user={user} />
        <div className="min-w-0">
          <h1 className="text-xl font-bold tracking-tight break-words">{displayName(user.name)}</h1>
          <p className="text-sm break-words text-muted">{user.email ? <Email address={user.email} /> : 'Sin correo'}</p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Badge tone={role ? roleTones[role] : 'grey'}>{roleLabel(user.role)}</Badge>
        {(statesVaryByScreen() || !user.status) && (
          <Badge tone={user.status ? 'green' : 'grey'}>{statusLabel(user.status)}</Badge>
        )}
        {subscription && <Badge tone={subscription.tone}>{subscription.text}</Badge>}
        <PauseBadge user={user} today={day} />
        <AccountBalance user={user} />
      </div>
      <UserTags user={user} />
      <dl className="mt-5 space-y-3">
        {lines.map(({ name, value, icon: Icon }) => (
          <div key={name} className="relative min-w-0 pl-7">
            <dt className="text-xs text-muted">
              <Icon aria-hidden className="absolute top-0.5 left-0 size-4" />
              {name}
            </dt>
            <dd className="text-sm break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {mayVisit('billing') && (
        <MainAction>
          <Button
            look="primary"
            className="w-full sm:mt-5"
            icon={<Banknote aria-hidden className="size-4" />}
            onClick={() => onOpen(mainAction)}
          >
            {userActionTitles[mainAction]}
          </Button>
        </MainAction>
      )}
    </section>
  );
}
