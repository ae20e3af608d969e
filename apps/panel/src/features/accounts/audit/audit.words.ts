import type { EventRow } from '@pulso/contract/accounts/audit';
import { tagColourLabels, type TagColour } from '@pulso/contract/accounts/tags.labels';
import { roleLabel } from '@pulso/contract/accounts/users.labels';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName, genderLabel, MISSING_VALUE, statusLabel, yesOrNo } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';

/** Things by the name that they have in events, as a sentence names them. */
const thingNouns: Record<string, string> = {
  access: 'el acceso',
  account: 'la cuenta',
  assignment: 'la asignación',
  backup: 'la copia de seguridad',
  'body-part': 'la parte del cuerpo',
  business: 'los datos del negocio',
  client: 'el cliente',
  'client-price': 'el precio de un cliente',
  debt: 'la deuda',
  device: 'el dispositivo',
  diet: 'la dieta',
  'diet-category': 'la categoría de dietas',
  download: 'la descarga',
  exercise: 'el ejercicio',
  import: 'la importación',
  ipc: 'el IPC',
  level: 'el nivel',
  link: 'el link de pago',
  machine: 'la máquina',
  notification: 'la notificación',
  'own-business': 'el modo de prueba',
  package: 'el paquete',
  payment: 'el pago',
  period: 'el período',
  plan: 'el plan',
  'price-rise': 'el aumento',
  product: 'el producto',
  'product-category': 'la categoría de productos',
  segment: 'el filtro guardado',
  tag: 'la etiqueta',
  template: 'la plantilla',
  till: 'la caja',
  training: 'el entrenamiento',
  'training-type': 'el tipo de entrenamiento',
  user: 'el usuario',
  'user-package': 'el paquete del cliente',
  'user-tag': 'la etiqueta de un usuario',
  workout: 'la sesión de entrenamiento',
};
export const thingNoun = (entity: string) => thingNouns[entity] ?? entity;

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
/** 'Nivel', 'Categoría de dietas'. */
export const thingLabel = (entity: string) => capitalize(thingNoun(entity).replace(/^(el|la|los) /, ''));

/** 'de' before a noun with its article. */
const of = (noun: string) => `de ${noun}`.replace(/^de el /, 'del ');

export const rowActions = { added: 'creó', changed: 'cambió', removed: 'eliminó', restored: 'restauró' } as const;
type RowAction = keyof typeof rowActions;
export const isRowAction = (action: string): action is RowAction => action in rowActions;

/** What people do that is more than a change of rows, by thing and action. */
const deeds: Record<string, string> = {
  'access code': 'pidió un código de acceso',
  'access end-session': 'cerró la sesión de un teléfono',
  'access end-sessions': 'cerró las sesiones de los teléfonos',
  'access send': 'envió el acceso a la app',
  'account end-session': 'cerró una sesión',
  'account end-sessions': 'cerró las sesiones',
  'account erase': 'borró los datos personales',
  'account login': 'inició sesión',
  'account refused-login': 'no pudo iniciar sesión',
  'account renewed-login': 'siguió con su sesión desde otra dirección',
  'account reused-login': 'perdió su sesión: alguien más tenía su clave',
  'assignment assign': 'asignó un entrenamiento o una dieta',
  'assignment end': 'terminó una asignación',
  'assignment personal': 'hizo una copia personal',
  'backup create': 'hizo una copia de seguridad',
  'business start': 'empezó con su propio negocio',
  'client contact': 'contactó al cliente',
  'client promise': 'anotó una promesa de pago',
  'client snooze': 'pospuso el contacto',
  'client unsnooze': 'dejó de posponer el contacto',
  'client-price put': 'fijó un precio para el cliente',
  'client-price remove': 'quitó el precio del cliente',
  'debt forgive': 'condonó la deuda',
  'debt note': 'anotó una deuda',
  'import again': 'volvió a subir un archivo de clientes',
  'import change': 'corrigió el ensayo de una importación',
  'import run': 'importó clientes',
  'import undo': 'deshizo una importación',
  'import upload': 'ensayó una importación',
  'ipc change': 'cargó el IPC',
  'own-data export': 'descargó sus datos',
  'link close': 'cerró un link de pago',
  'link make': 'generó un link de pago',
  'link renew': 'renovó con lo que llegó por un link',
  'link solve': 'dio por visto un pago de un link',
  'payment annul': 'anuló un pago',
  'payment claim': 'avisó una transferencia',
  'payment expense': 'registró un egreso',
  'payment income': 'registró un ingreso',
  'payment receipt': 'adjuntó un comprobante',
  'payment record': 'registró un pago',
  'payment refund': 'devolvió un pago',
  'payment reject': 'rechazó un pago',
  'payment settle': 'recibió un pago de un link',
  'payment verify': 'confirmó un pago',
  'payment withdraw': 'retiró el aviso de una transferencia',
  'period activate': 'activó una suscripción',
  'period annul': 'anuló un período',
  'period pause': 'pausó la suscripción',
  'period renew': 'renovó la suscripción',
  'period resume': 'reanudó la suscripción',
  'price-rise apply': 'aplicó un aumento',
  'price-rise create': 'programó un aumento',
  'price-rise undo': 'deshizo un aumento',
  'till close': 'cerró la caja',
  'till open': 'abrió la caja',
};
const deedOf = ({ entity, action }: EventRow): string | undefined =>
  entity === 'download' ? 'descargó un archivo' : deeds[`${entity} ${action}`];

/** Fields in the words of the forms, with the article that a sentence needs. */
const fieldWords: Record<string, string> = {
  accent: 'el color de la app',
  address: 'la dirección',
  affiliate_link: 'el enlace de afiliado',
  age: 'la edad',
  alias: 'el alias o CBU',
  amount: 'el precio',
  area_code: 'el código de área',
  audience: 'los destinatarios',
  birth_date: 'la fecha de nacimiento',
  body: 'el mensaje',
  body_part_id: 'la parte del cuerpo',
  calories: 'las calorías',
  carbs: 'los carbohidratos',
  category: 'la categoría',
  claim: 'el aviso',
  claimed_on: 'el día avisado',
  closed_as: 'el cierre',
  closed_on: 'el día de cierre',
  category_id: 'la categoría',
  colour: 'el color',
  concept: 'el concepto',
  contact_days: 'los días entre contactos',
  cover_image: 'la portada',
  cuit: 'el CUIT',
  description: 'la descripción',
  debt_id: 'la deuda',
  diet_id: 'la dieta',
  diets: 'las dietas',
  duration: 'la duración',
  duration_days: 'la duración',
  email: 'el email',
  end_date: 'el fin',
  ends_on: 'el fin',
  fats: 'las grasas',
  gender: 'el género',
  grace_days: 'los días de gracia',
  trainer_access: 'el acceso de entrenadores',
  trainer_id: 'el entrenador',
  height: 'la altura',
  image: 'la imagen',
  image_url: 'la imagen',
  ingredients: 'los ingredientes',
  instructions: 'las instrucciones',
  item_id: 'el elemento',
  kind: 'la clase',
  is_featured: 'si es destacado',
  is_premium: 'si es premium',
  level_id: 'el nivel',
  list: 'la lista',
  logo_image: 'el logo',
  machine_id: 'la máquina',
  name: 'el nombre',
  note: 'la nota',
  notes: 'las notas',
  owed: 'lo que se debe',
  package_id: 'el paquete',
  paid_on: 'el día del pago',
  password: 'la contraseña',
  pause_days_per_year: 'los días de pausa por año',
  payment_amount: 'lo pagado',
  payment_method: 'el método de pago',
  payment_url: 'el enlace de pago',
  percent: 'el porcentaje',
  period_id: 'el período',
  phone: 'el teléfono',
  portions: 'las porciones',
  price: 'el precio',
  profile_image: 'la foto',
  protein: 'las proteínas',
  platform: 'la plataforma',
  provider: 'el proveedor',
  query: 'la consulta',
  reason: 'el motivo',
  receipt_footer: 'el pie del comprobante',
  role: 'el rol',
  send_at: 'la hora de envío',
  start_date: 'el inicio',
  starts_on: 'el inicio',
  status: 'el estado',
  subscription_id: 'el plan',
  suscriptionId: 'el plan',
  suscription_end: 'el vencimiento',
  suscription_init: 'el inicio de la suscripción',
  suscription_status: 'la suscripción',
  continues_id: 'el período que continúa',
  renews_id: 'el período que renueva',
  reverses: 'el pago que anula',
  rounding: 'el redondeo',
  forgiven: 'lo condonado',
  due_on: 'el día en que vence',
  data: 'los datos adicionales',
  mode: 'el modo',
  first_day: 'el primer día',
  follows_id: 'la asignación que sigue',
  weekdays: 'los días de la semana',
  effort: 'el esfuerzo',
  ended_at: 'el final',
  started_at: 'el comienzo',
  gone: 'si se borró',
  day: 'el día',
  course: 'el curso',
  day_number: 'el número de día',
  answered_at: 'la respuesta',
  valid_from: 'el día en que empieza a valer',
  increase: 'el aumento',
  notice: 'el aviso',
  canceled_at: 'la cancelación',
  opening: 'lo inicial',
  expected: 'lo esperado',
  counted: 'lo contado',
  left_over: 'lo que queda',
  closed_at: 'el cierre',
  lapsed_sees: 'lo que ve sin plan',
  measures: 'las medidas',
  stage: 'la etapa',
  first_steps: 'los primeros pasos',
  transaction_id: 'el número de transacción',
  training_id: 'el entrenamiento',
  tag_id: 'la etiqueta',
  text: 'el texto',
  tips: 'los consejos',
  title: 'el título',
  total_time: 'el tiempo total',
  training_type_id: 'el tipo de entrenamiento',
  trainings: 'los entrenamientos',
  type: 'el tipo',
  type_diet_id: 'la categoría de dietas',
  username: 'el nombre de usuario',
  uses_machine: 'si usa máquina',
  video_url: 'el video',
  weight: 'el peso',
};

/** 'el precio'; 'el día 2' and 'el set 3' for parts. */
function fieldWord(field: string): string {
  const [part, number] = field.split('.');
  if (number !== undefined) return `${part === 'sets' ? 'el set' : 'el día'} ${number}`;
  return fieldWords[field] ?? field;
}
export const fieldLabel = (field: string) => capitalize(fieldWord(field).replace(/^(el|la|los|las|si) /, ''));

const MONEY_FIELDS = new Set([
  'amount',
  'price',
  'owed',
  'forgiven',
  'payment_amount',
  'opening',
  'left_over',
  'increase',
]);
const IMAGE_FIELDS = /(^|_)image(_url)?$/;
const REFERENCE = /_id$|^(suscriptionId|trainings|diets)$/;
/** Stored words. */
const WORDS: Record<string, string> = {
  active: 'Activa',
  canceled: 'Cancelada',
  charge: 'Cobro',
  completed: 'Completado',
  efectivo: 'Efectivo',
  expense: 'Egreso',
  expired: 'Expirada',
  failed: 'Fallido',
  income: 'Ingreso',
  mercadopago: 'Mercado Pago',
  other: 'Otro',
  package: 'Paquete',
  pause: 'Pausa',
  pending: 'Pendiente',
  plan: 'Plan',
  processing: 'Procesando',
  product: 'Producto',
  reversal: 'Anulación',
  subscription: 'Suscripción',
  tarjeta: 'Tarjeta',
  transferencia: 'Transferencia',
};
const DATE = /^\d{4}-\d\d-\d\d$/;

/** What ids are called, by field. */
export type Names = Record<string, Record<string, string>>;

/** A value as a person reads it. */
export function describeValue(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return MISSING_VALUE;
  if (IMAGE_FIELDS.test(field)) return 'una imagen';
  if (typeof value === 'number' && REFERENCE.test(field)) return names[field]?.[value] ?? `N.º ${value}`;
  if (typeof value === 'number') return MONEY_FIELDS.has(field) ? formatMoney(value) : String(value).replace('.', ',');
  if (typeof value === 'boolean') return field.endsWith('status') ? statusLabel(value) : yesOrNo(value);
  if (typeof value === 'string') {
    if (DATE.test(value)) return formatDate(value);
    if (field === 'gender') return genderLabel(value);
    if (field === 'role') return roleLabel(value);
    if (field === 'colour') return tagColourLabels[value as TagColour] ?? value;
    return WORDS[value] ?? value;
  }
  if (Array.isArray(value)) return value.map((one) => describeValue(field, one, names)).join(', ') || MISSING_VALUE;
  return Object.entries(value)
    .map(([name, one]) => `${partLabel(name)}: ${describeValue(name, one, names)}`)
    .join(' · ');
}
const partLabels: Record<string, string> = {
  duration_seconds: 'Segundos',
  exercise_id: 'Ejercicio',
  exercises: 'Ejercicios',
  is_rest_day: 'Descanso',
  reps: 'Repeticiones',
  rest_seconds: 'Descanso en segundos',
  sets: 'Sets',
  superset: 'Superserie',
};
const partLabel = (name: string) => partLabels[name] ?? fieldLabel(name);

export const authorOf = ({ actor, action }: EventRow): string =>
  actor ? displayName(actor.name) : action === 'refused-login' ? 'Alguien' : 'Sistema';

const nameOf = ({ data, user }: EventRow): string => {
  const name = data?.name ?? data?.title;
  return typeof name === 'string' ? name : user ? displayName(user.name) : '';
};

const taggingWords: Record<string, string> = { added: 'puso', removed: 'quitó', restored: 'volvió a poner' };

/** 'Ana puso la etiqueta Torneo a Juan'; a tag that was deleted itself has no name any more. */
function describeTagging(event: EventRow): string {
  const { action, data, user } = event;
  const tag = typeof data?.name === 'string' ? `la etiqueta ${data.name}` : 'una etiqueta';
  return `${authorOf(event)} ${taggingWords[action] ?? action} ${tag}${user ? ` a ${displayName(user.name)}` : ''}`;
}

/** 'Ana cambió el precio de Plan Mensual: ARS 10.000,00 → ARS 10.800,00'. */
export function describeEvent(event: EventRow, names: Names): string {
  const { entity, action, changes, user, actor } = event;
  if (entity === 'user-tag') return describeTagging(event);
  const author = authorOf(event);
  const name = nameOf(event);
  const deed = deedOf(event);
  if (deed !== undefined)
    return `${author} ${deed}${user && user.id !== actor?.id ? `: ${displayName(user.name)}` : ''}`;
  const noun = thingNoun(entity);
  const named = name === '' ? noun : `${noun} ${name}`;
  if (!isRowAction(action)) return `${author}: ${thingLabel(entity)}, ${action}`;
  const fields = Object.entries(changes ?? {});
  if (action !== 'changed' || fields.length === 0) return `${author} ${rowActions[action]} ${named}`;
  const [[field, [before, after]] = ['', [null, null]]] = fields;
  if (fields.length > 1) return `${author} cambió ${fields.length} datos ${of(named)}`;
  const what = `${author} cambió ${fieldWord(field)} ${name === '' ? of(noun) : `de ${name}`}`;
  if (field === 'password' || field.includes('.')) return what;
  return `${what}: ${describeValue(field, before, names)} → ${describeValue(field, after, names)}`;
}
