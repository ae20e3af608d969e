import { roleLabel, userGenderLabel } from '@pulso/contract/accounts/users.labels';
import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { ageOn, formatShortDate, parseDateField } from '@pulso/contract/kit/dates';
import { MISSING_VALUE, displayName, statusLabel } from '@pulso/contract/kit/labels';
import { Facts } from '@pulso/web/ui/details/facts';
import { PauseBadge, SubscriptionBadge } from '#features/accounts/users/subscription-badge';
import { formatNumber } from '#ui/text/numbers';
import { PhoneLink } from '#ui/details/phone-link';
import { Section } from '#ui/details/section';

/** Age by the birth date, else the stored one. */
export function formatAge({ birth_date, age }: UserDetail, day: string): string {
  const birth = parseDateField(birth_date);
  const years = birth ? ageOn(birth, day) : age;
  return typeof years === 'number' ? `${years} años` : MISSING_VALUE;
}

const formatMeasure = (value: number | null, unit: string) =>
  typeof value === 'number' ? `${formatNumber(value)} ${unit}` : MISSING_VALUE;

export function UserSections({ user, day }: { user: UserDetail; day: string }) {
  const birth = formatShortDate(parseDateField(user.birth_date)) || MISSING_VALUE;
  const gender = userGenderLabel(user.gender);
  return (
    <>
      <Section title="Información Personal">
        <Facts
          facts={[
            { name: 'Nombre completo', value: displayName(user.name) },
            { name: 'Usuario', value: user.username },
            {
              name: 'Teléfono',
              value: <PhoneLink phone={user.phone} prefix={user.countryCodeT} none={MISSING_VALUE} />,
            },
            { name: 'Edad', value: formatAge(user, day) },
            { name: 'Rol', value: roleLabel(user.role) },
            { name: 'Estado', value: statusLabel(user.status) },
            { name: 'Fecha de registro', value: formatShortDate(user.created_at) },
          ]}
        />
      </Section>
      <Section title="Información Física">
        <Facts
          facts={[
            { name: 'Altura', value: formatMeasure(user.height, 'cm') },
            { name: 'Peso', value: formatMeasure(user.weight, 'kg') },
            { name: 'Género', value: gender },
            { name: 'Fecha de nacimiento', value: birth },
          ]}
        />
      </Section>
      <Section title="Suscripción">
        <div className="flex flex-wrap gap-2">
          <SubscriptionBadge user={user} today={day} place="detail" />
          <PauseBadge user={user} today={day} />
        </div>
        <div className="mt-4">
          <Facts
            facts={[
              { name: 'Inicio', value: formatShortDate(parseDateField(user.suscription_init)) || MISSING_VALUE },
              { name: 'Fin', value: formatShortDate(parseDateField(user.suscription_end)) || MISSING_VALUE },
            ]}
          />
        </div>
      </Section>
    </>
  );
}
