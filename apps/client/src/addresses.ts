import type { Address } from '@pulso/web/navigation/address';

const at = (path: string) => `/mi/${path}` as Address;

export const addresses = {
  today: at(''),
  progress: at('progreso'),
  food: at('comida'),
  plan: at('plan'),
  enter: at('entrar'),
  training: (course: string) => at(`entrenamiento/${course}`),
  diet: (id: number) => at(`comida/${id}`),
};
