import { sql, type RawBuilder } from 'kysely';
import { issueDownloadTicket } from '#db/writes/downloads';
import { recordEvent } from '#db/writes/events';
import { jsonArrayOf } from '#db/stores/json-list';
import { Refusal } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';
import { lockUser } from '#features/accounts/users/users.queries';

/** What a ticket for one's own data stands for. */
export const OWN_DATA = 'own-data';
const HOUR_SECONDS = 3_600;

const paymentStatus = sql`
  case y.status when 'completed' then 'Completado' when 'failed' then 'Rechazado' else 'A verificar' end`;

/** Everything of the user `u`, each part by its name in Spanish; of his data nothing that administrators wrote for themselves. */
const PARTS: Record<string, RawBuilder<unknown>> = {
  perfil: sql`json_build_object('nombre', u.name, 'usuario', u.username, 'telefono', u.phone, 'correo', u.email,
    'genero', u.gender, 'nacimiento', u.birth_date, 'edad', u.age, 'peso', u.weight, 'altura', u.height, 'alta', iso(u.created_at))`,
  plan: sql`json_build_object('plan', (select title from plans where id = u."suscriptionId"), 'activo', u.suscription_status,
    'desde', u.suscription_init, 'hasta', u.suscription_end)`,
  periodos: jsonArrayOf(sql`
    select plan.title as plan, h.start_date as desde, coalesce(h.closed_on, h.end_date) as hasta, h.price as precio
    from user_subscriptions h join plans plan on plan.id = h.subscription_id where h.user_id = u.id order by h.id`),
  paquetes: jsonArrayOf(sql`
    select package.title as paquete, bought.start_date as desde, bought.end_date as hasta, bought.status as activo
    from user_packages bought join packages package on package.id = bought.package_id
    where bought.user_id = u.id order by bought.id`),
  pagos: jsonArrayOf(sql`
    select y.id as numero, y.day as fecha, y.concept as concepto, y.amount as monto, y.payment_method as metodo,
      ${paymentStatus} as estado, y.transaction_id as transaccion, y.reverses as anula,
      case when y.claim is not null then y.claimed_on end as avisado_del,
      case when y.claim is not null and y.status = 'failed' then y.reason end as motivo
    from payments y where y.user_id = u.id order by y.id`),
  deudas: jsonArrayOf(sql`
    select coalesce(plan.title, package.title, product.title, '') as concepto, d.amount as monto, d.owed as debe, d.due_on as vence,
      d.closed_on as cerrada
    from debts d left join plans plan on plan.id = d.plan_id left join packages package on package.id = d.package_id
      left join products product on product.id = d.product_id
    where d.user_id = u.id order by d.id`),
  sesiones: jsonArrayOf(sql`
    select iso(s.created_at) as desde, iso(s.expires_at) as vence, iso(s.ended_at) as cerrada
    from sessions s where s.user_id = u.id order by s.created_at`),
};

/** Undefined once the asker is deleted. */
export async function readOwnData({ db, actor }: Read): Promise<object | undefined> {
  const parts = Object.entries(PARTS).map(([name, part]) => sql`${part} as ${sql.id(name)}`);
  const { rows } = await sql<object>`
    select ${sql.join(parts)} from users u where u.id = ${actor.id} and ${visibleUsers(actor)}`.execute(db);
  return rows[0];
}

/** A ticket for one's own data, once an hour. */
export async function requestOwnData(write: Write): Promise<string> {
  const { db, actor } = write;
  await lockUser(write, actor.id);
  const { rows } = await sql<{ seconds: number }>`
    select ceil(${HOUR_SECONDS} - extract(epoch from clock_timestamp() - at))::int as seconds from events
    where actor_id = ${actor.id} and entity = 'account' and action = 'export-data'
      and at > clock_timestamp() - make_interval(secs => ${HOUR_SECONDS})
    order by id desc limit 1`.execute(db);
  const [recent] = rows;
  if (recent) {
    const minutes = Math.ceil(recent.seconds / 60);
    throw new Refusal(`Ya pediste tus datos hace poco. Intenta de nuevo en ${minutes} min.`, 'busy', recent.seconds);
  }
  await recordEvent(write, { entity: 'account', entityId: actor.id, userId: actor.id, action: 'export-data' });
  return issueDownloadTicket(write, OWN_DATA, {});
}
