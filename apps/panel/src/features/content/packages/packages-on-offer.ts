import { packageDuration } from '@pulso/contract/content/package-duration';
import { packages, type Package } from '@pulso/contract/content/packages';
import { useOffer, type Offer } from '#forms/use-offer';

export function usePackagesOnOffer(): Offer<Package> {
  return useOffer(
    packages,
    { failure: 'Error al cargar los paquetes disponibles', none: 'No hay paquetes activos.' },
    ({ duration_days }) => packageDuration(duration_days).label,
  );
}
