import { monthsLabel, plans, type Plan } from '@pulso/contract/catalogue/plans';
import { textOrDash } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import type { PickOptions } from '#forms/pick-field';
import { useOptions } from '#forms/use-options';

const activePlanMapping = {
  fresh: true,
  keep: ({ status }: Plan) => status,
  note: ({ duration }: Plan) => monthsLabel(duration),
  aside: ({ price }: Plan) => textOrDash(formatMoney(price)),
};

export function usePlansOnSale(): PickOptions<Plan> {
  return {
    list: useOptions(plans, activePlanMapping),
    failure: 'Error al cargar las suscripciones disponibles',
    none: 'No hay planes de suscripción activos.',
  };
}
