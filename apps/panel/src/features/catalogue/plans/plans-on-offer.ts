import { monthsLabel, plans, type Plan } from '@pulso/contract/catalogue/plans';
import { shown } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import type { Offer } from '#forms/pick-field';
import { useOptions } from '#forms/use-options';

const active = {
  fresh: true,
  keep: ({ status }: Plan) => status,
  note: ({ duration }: Plan) => monthsLabel(duration),
  aside: ({ price }: Plan) => shown(formatMoney(price)),
};

export function usePlansOnOffer(): Offer<Plan> {
  return {
    list: useOptions(plans, active),
    failure: 'Error al cargar las suscripciones disponibles',
    none: 'No hay planes de suscripción activos.',
  };
}
