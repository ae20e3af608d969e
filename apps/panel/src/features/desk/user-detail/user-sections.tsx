import { normalizeRole, roleLabel, userGenderLabel } from '@pulso/contract/accounts/users.labels';
import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { ageOn, formatShortDate, parseDateField } from '@pulso/contract/kit/dates';
import { MISSING_VALUE, displayName, statusLabel, textOrDash } from '@pulso/contract/kit/labels';
import type { ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { addresses, filteredAddress } from '#addresses';
import { mayVisit, serverOffers } from '#api/session';
import { USERNAME_IS_EMAIL } from '#api/strict-spec';
import { BodyMetrics } from '#features/desk/user-detail/body-metrics';
import { heldPlan } from '#features/desk/user-detail/user-dialogs';
import { formatNumber } from '#ui/text/numbers';
import { Section } from '#ui/details/section';

/** Age by the birth date, else the stored one. */
function formatAge({ birth_date, age }: UserDetail, day: string): string {
  const birth = parseDateField(birth_date);
  const years = birth ? ageOn(birth, day) : age;
  return typeof years === 'number' ? `${years} años` : MISSING_VALUE;
}

const formatMeasure = (value: number | null, unit: string) =>
  typeof value === 'number' ? `${formatNumber(value)} ${unit}` : MISSING_VALUE;

/** An address too long for its line breaks before the at sign. */
export function Email({ address }: { address: string }) {
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

const lineLink = 'underline underline-offset-4 hover:no-underline';

/** A client's trainer, or the way to a trainer's clients. */
function trainerFacts({ id, role, trainer }: UserDetail): Fact[] {
  if (!serverOffers('trainers') || !mayVisit('users')) return [];
  if (normalizeRole(role) === 'TRAINER')
    return [
      {
        name: 'Clientes',
        value: (
          <Link to={filteredAddress(addresses.users.list, { entrenador: String(id) })} className={lineLink}>
            Ver los suyos
          </Link>
        ),
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
  return [{ name: 'Entrenador', value }];
}

type Fact = { name: string; value: ReactNode };

/** Facts a line each: a name at the left is found faster than one above its value. */
function Lines({ facts }: { facts: Fact[] }) {
  return (
    <dl className="text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-h-7 justify-between gap-4 py-1">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right wrap-anywhere tabular-nums">{value === '' ? MISSING_VALUE : value}</dd>
        </div>
      ))}
    </dl>
  );
}

const dateOrDash = (value: string | null) => formatShortDate(parseDateField(value)) || MISSING_VALUE;

type Props = { user: UserDetail; day: string; edit: ReactNode };

/** Everything that is known of a person, in one card whose parts fold. */
export function UserData({ user, day, edit }: Props) {
  const username = isEmailLike(user.username)
    ? { name: 'Correo electrónico', value: <Email address={textOrDash(user.username)} /> }
    : { name: 'Usuario', value: textOrDash(user.username) };
  return (
    <section aria-label="Datos" className="rounded-card border border-line bg-surface print:border-0">
      <div className="flex min-h-14 items-center justify-between gap-3 py-1.5 pr-2 pl-5 print:min-h-0 print:px-0">
        <h2 className="font-semibold">Datos</h2>
        {edit}
      </div>
      <Section part title="Información Personal">
        <Lines
          facts={[
            username,
            { name: 'Edad', value: formatAge(user, day) },
            { name: 'Rol', value: roleLabel(user.role) },
            { name: 'Estado', value: statusLabel(user.status) },
            ...trainerFacts(user),
            { name: 'Registro', value: formatShortDate(user.created_at) },
          ]}
        />
      </Section>
      <Section part title="Suscripción">
        <Lines
          facts={[
            { name: 'Plan', value: heldPlan(user) ?? '' },
            { name: 'Inicio', value: dateOrDash(user.suscription_init) },
            { name: 'Fin', value: dateOrDash(user.suscription_end) },
          ]}
        />
      </Section>
      <Section part title="Información Física">
        <Lines
          facts={[
            { name: 'Altura', value: formatMeasure(user.height, 'cm') },
            { name: 'Peso', value: formatMeasure(user.weight, 'kg') },
            { name: 'Género', value: userGenderLabel(user.gender) },
            { name: 'Fecha de nacimiento', value: dateOrDash(user.birth_date) },
          ]}
        />
      </Section>
      <BodyMetrics user={user} />
    </section>
  );
}
