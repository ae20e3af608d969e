import type { Address } from '@pulso/web/navigation/address';

const at = (path: string) => `/mi/${path}` as Address;

export const addresses = {
  today: at(''),
  progress: at('progreso'),
  workout: (id: string) => at(`sesion/${id}`),
  food: at('comida'),
  plan: at('plan'),
  enter: at('entrar'),
  training: (course: string) => at(`entrenamiento/${course}`),
  /** A day of a training that is taken instead of the next one. */
  otherDay: (course: string, day: number) => at(`entrenamiento/${course}?dia=${day}`),
  /** A turn that was left out. */
  missed: (course: string, { day_number, turn }: { day_number: number; turn: number }) =>
    at(`entrenamiento/${course}?dia=${day_number}&turno=${turn}`),
  /** The session that is being done. */
  session: at('entrenar'),
  diet: (id: number) => at(`comida/${id}`),
  receipt: (id: number) => at(`plan/comprobante/${id}`),
};

const RETURN_PARAMETER = 'volver';

/** The entrance, for somebody without a session who wanted to go elsewhere. */
export const entranceFor = (from: string) =>
  from === addresses.today ? addresses.enter : at(`entrar?${RETURN_PARAMETER}=${encodeURIComponent(from)}`);

/** Address to show after entering: a place of the app, whatever the query says. */
export function returnAddress(search: string): Address {
  const asked = new URLSearchParams(search).get(RETURN_PARAMETER) ?? '';
  return /^\/mi\/(?!entrar)[\w/-]*(?:\?[\w=&-]*)?$/.test(asked) ? (asked as Address) : addresses.today;
}
