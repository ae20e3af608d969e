import { packages, type Package } from '@pulso/contract/content/packages';
import { textOrDash } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import type { PickOptions } from '#forms/pick-field';
import { durationLabel } from '#features/content/packages/duration-label';
import { useOptions } from '#forms/use-options';

const activePackageMapping = {
  fresh: true,
  keep: ({ status }: Package) => status,
  note: ({ duration_days }: Package) => durationLabel(duration_days),
  aside: ({ price }: Package) => textOrDash(formatMoney(price)),
};

export function usePackagesOnSale(): PickOptions<Package> {
  return {
    list: useOptions(packages, activePackageMapping),
    failure: 'Error al cargar los paquetes disponibles',
    none: 'No hay paquetes activos.',
  };
}
