import { packageDuration } from '@pulso/contract/content/package-duration';
import { packages, type Package } from '@pulso/contract/content/packages';
import { shown } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import type { Offer } from '#forms/pick-field';
import { useOptions } from '#forms/use-options';

const active = {
  fresh: true,
  keep: ({ status }: Package) => status,
  note: ({ duration_days }: Package) => packageDuration(duration_days).label,
  aside: ({ price }: Package) => shown(formatMoney(price)),
};

export function usePackagesOnOffer(): Offer<Package> {
  return {
    list: useOptions(packages, active),
    failure: 'Error al cargar los paquetes disponibles',
    none: 'No hay paquetes activos.',
  };
}
