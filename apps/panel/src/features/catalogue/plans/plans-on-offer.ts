import { monthsLabel, plans, type Plan } from '@pulso/contract/catalogue/plans';
import { useOffer, type Offer } from '#forms/use-offer';

export function usePlansOnOffer(): Offer<Plan> {
  return useOffer(
    plans,
    { failure: 'Error al cargar las suscripciones disponibles', none: 'No hay planes de suscripción activos.' },
    ({ duration }) => monthsLabel(duration),
  );
}
