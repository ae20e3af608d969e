import { subscriptionDetailBadge } from '@pulso/contract/accounts/subscription-state';
import { roleLabel, userGenderLabel } from '@pulso/contract/accounts/users.labels';
import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { ageOn, formatShortDate, pureDate } from '@pulso/contract/kit/dates';
import { NOT_SAID, shownName, statusLabel } from '@pulso/contract/kit/labels';
import { Badge } from '#ui/feedback/badge';
import { Facts, Prose } from '#ui/details/facts';
import { formatNumber } from '#ui/text/numbers';
import { PhoneLink } from '#ui/details/phone-link';
import { Section } from '#ui/details/section';

/** Age by the birth date, else the stored one. */
export function shownAge({ birth_date, age }: UserDetail, day: string): string {
  const birth = pureDate(birth_date);
  const years = birth ? ageOn(birth, day) : age;
  return typeof years === 'number' ? `${years} años` : NOT_SAID;
}

const measured = (value: number | null, unit: string) =>
  typeof value === 'number' ? `${formatNumber(value)} ${unit}` : NOT_SAID;

export function UserSections({ user, day }: { user: UserDetail; day: string }) {
  const subscription = subscriptionDetailBadge(user, day);
  const birth = formatShortDate(pureDate(user.birth_date)) || NOT_SAID;
  const gender = userGenderLabel(user.gender);
  return (
    <>
      <Section title="Información Personal">
        <Facts
          facts={[
            { name: 'Nombre completo', value: shownName(user.name) },
            { name: 'Usuario', value: user.username },
            { name: 'Teléfono', value: <PhoneLink phone={user.phone} prefix={user.countryCodeT} none={NOT_SAID} /> },
            { name: 'Edad', value: shownAge(user, day) },
            { name: 'Rol', value: roleLabel(user.role) },
            { name: 'Estado', value: statusLabel(user.status) },
            { name: 'Fecha de registro', value: formatShortDate(user.created_at) },
          ]}
        />
      </Section>
      <Section title="Información Física">
        <Facts
          facts={[
            { name: 'Altura', value: measured(user.height, 'cm') },
            { name: 'Peso', value: measured(user.weight, 'kg') },
            { name: 'Género', value: gender },
            { name: 'Fecha de nacimiento', value: birth },
          ]}
        />
      </Section>
      <Section title="Suscripción">
        <Badge tone={subscription.tone}>{subscription.text}</Badge>
        <div className="mt-4">
          <Facts
            facts={[
              { name: 'Inicio', value: formatShortDate(pureDate(user.suscription_init)) || NOT_SAID },
              { name: 'Fin', value: formatShortDate(pureDate(user.suscription_end)) || NOT_SAID },
            ]}
          />
        </div>
      </Section>
      <Section title="Notas" open={Boolean(user.notes)}>
        <Prose>{user.notes || 'Sin notas'}</Prose>
      </Section>
    </>
  );
}
