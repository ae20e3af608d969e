import {
  CONTENT_DEPENDENCIES,
  contentKinds,
  type ContentKind,
  type OwnBusiness,
} from '@pulso/contract/desk/own-business';
import { formatCount } from '#ui/text/numbers';

export const contentLabels: Record<ContentKind, string> = {
  catalogues: 'Catálogos',
  exercises: 'Ejercicios',
  trainings: 'Entrenamientos',
  diets: 'Dietas',
  packages: 'Paquetes',
  plans: 'Planes de suscripción',
  products: 'Productos',
};

const formatPlural = (count: number, one: string, many: string) =>
  count > 0 ? [`${formatCount(count)} ${count === 1 ? one : many}`] : [];

/** 'a, b y c'. */
const joinWithAnd = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`;

/** Kinds that this one needs, without those that they need in turn. */
export function describeNeeds(kind: ContentKind): string | undefined {
  const needs: readonly ContentKind[] = CONTENT_DEPENDENCIES[kind];
  const direct = needs.filter(
    (one) => !needs.some((other) => other !== one && CONTENT_DEPENDENCIES[other].some((n) => n === one)),
  );
  return direct.length > 0
    ? `Necesita ${joinWithAnd(direct.map((one) => contentLabels[one].toLowerCase()))}`
    : undefined;
}

/** Data to be removed, a line for each kind with its count. */
export function describeRemovals(
  { content, going }: Pick<OwnBusiness, 'content' | 'going'>,
  keep: readonly ContentKind[],
): string[] {
  const { people, subscriptions, payments, tills, notifications } = going;
  return [
    ...formatPlural(people, 'persona', 'personas').map((words) => `${words}: todas menos los administradores`),
    ...formatPlural(subscriptions, 'suscripción o paquete vendido', 'suscripciones y paquetes vendidos'),
    ...formatPlural(
      payments,
      'pago o movimiento, con su deuda y su comprobante',
      'pagos y movimientos, con deudas y comprobantes',
    ),
    ...formatPlural(tills, 'cierre de caja', 'cierres de caja'),
    ...formatPlural(notifications, 'notificación enviada', 'notificaciones enviadas'),
    'Los datos del negocio (nombre, alias, CUIT) y los aumentos de precios',
    ...contentKinds
      .filter((kind) => !keep.includes(kind) && content[kind] > 0)
      .map((kind) => `${contentLabels[kind]}: ${formatCount(content[kind])}`),
  ];
}

/** Data that stay, in one sentence. */
export function describeRemaining({ content }: Pick<OwnBusiness, 'content'>, keep: readonly ContentKind[]): string {
  const kinds = contentKinds.filter((kind) => keep.includes(kind) && content[kind] > 0);
  const things = kinds.map((kind) => `${contentLabels[kind].toLowerCase()} (${formatCount(content[kind])})`);
  return `Se queda: ${joinWithAnd(['las cuentas de los administradores', 'las plantillas de mensajes', ...things])}.`;
}
