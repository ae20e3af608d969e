import type { Audience } from '@pulso/contract/desk/notifications';
import { Smartphone, TriangleAlert } from 'lucide-react';
import { useAudience } from '#features/desk/notifications/use-notifications';
import { formatCount } from '#ui/text/numbers';

type Provider = Audience['providers'][number];

const providerNames = { fcm: 'Firebase', webpush: 'Un servicio de los navegadores' };
const providerTroubles: Partial<Record<Provider['state'], string>> = {
  credentials: 'rechaza las credenciales de este servidor. Nada se pierde: sale cuando se corrijan.',
  unreachable: 'no responde en este momento. Lo pendiente se vuelve a intentar.',
};

function describeAudience(devices: number) {
  if (devices === 0) return 'Todavía no hay dispositivos conectados: la app muestra la notificación al abrirse.';
  return `Llegará a ${formatCount(devices)} ${devices === 1 ? 'dispositivo' : 'dispositivos'}.`;
}

/** Number of people who will get the notification, shown before it is sent; and obstacles to it. */
export function AudienceNote() {
  const { data, isPending } = useAudience();
  if (isPending) return <div data-skeleton className="skeleton h-5 w-64 max-w-full" />;
  if (!data) return null;
  const troubled = data.providers.filter(({ state, devices }) => providerTroubles[state] !== undefined && devices > 0);
  return (
    <div className="space-y-2 text-sm">
      <p className="flex items-start gap-2 text-muted">
        <Smartphone aria-hidden className="mt-0.5 size-4 shrink-0" />
        {describeAudience(data.devices)}
      </p>
      {troubled.map(({ provider, state }) => (
        <p key={provider} className="flex items-start gap-2 text-yellow">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {providerNames[provider]} {providerTroubles[state]}
        </p>
      ))}
    </div>
  );
}
