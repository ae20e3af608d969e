import { KEPT_NEEDS, keptKinds, type Kept, type OwnBusiness } from '@pulso/contract/desk/own-business';
import { formatCount } from '#ui/text/numbers';

export const keptLabels: Record<Kept, string> = {
  catalogues: 'Catálogos',
  exercises: 'Ejercicios',
  trainings: 'Entrenamientos',
  diets: 'Dietas',
  packages: 'Paquetes',
  plans: 'Planes de suscripción',
  products: 'Productos',
};

const counted = (count: number, one: string, many: string) =>
  count > 0 ? [`${formatCount(count)} ${count === 1 ? one : many}`] : [];

/** 'a, b y c'. */
const listed = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`;

/** Kinds that this one needs, without those that they need in turn. */
export function needsInWords(kind: Kept): string | undefined {
  const needs: readonly Kept[] = KEPT_NEEDS[kind];
  const direct = needs.filter(
    (one) => !needs.some((other) => other !== one && KEPT_NEEDS[other].some((n) => n === one)),
  );
  return direct.length > 0 ? `Necesita ${listed(direct.map((one) => keptLabels[one].toLowerCase()))}` : undefined;
}

/** Data to be removed, a line for each kind with its count. */
export function goingInWords(
  { content, going }: Pick<OwnBusiness, 'content' | 'going'>,
  keep: readonly Kept[],
): string[] {
  const { people, subscriptions, payments, tills, notifications } = going;
  return [
    ...counted(people, 'persona', 'personas').map((words) => `${words}: todas menos los administradores`),
    ...counted(subscriptions, 'suscripción o paquete vendido', 'suscripciones y paquetes vendidos'),
    ...counted(
      payments,
      'pago o movimiento, con su deuda y su comprobante',
      'pagos y movimientos, con deudas y comprobantes',
    ),
    ...counted(tills, 'cierre de caja', 'cierres de caja'),
    ...counted(notifications, 'notificación enviada', 'notificaciones enviadas'),
    'Los datos del negocio (nombre, alias, CUIT) y los aumentos de precios',
    ...keptKinds
      .filter((kind) => !keep.includes(kind) && content[kind] > 0)
      .map((kind) => `${keptLabels[kind]}: ${formatCount(content[kind])}`),
  ];
}

/** Data that stay, in one sentence. */
export function stayingInWords({ content }: Pick<OwnBusiness, 'content'>, keep: readonly Kept[]): string {
  const kinds = keptKinds.filter((kind) => keep.includes(kind) && content[kind] > 0);
  const things = kinds.map((kind) => `${keptLabels[kind].toLowerCase()} (${formatCount(content[kind])})`);
  return `Se queda: ${listed(['las cuentas de los administradores', 'las plantillas de mensajes', ...things])}.`;
}
