import { userGenderLabel } from '@pulso/contract/accounts/users.labels';
import type { MeasureCell } from '@pulso/contract/coaching/measures';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { askedTooSoon, OWN_DATA_MINUTES } from '@pulso/contract/desk/own-data';
import { sql } from 'kysely';
import { issueDownloadTicket } from '#db/writes/downloads';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import { jsonArrayOf } from '#db/stores/json-list';
import type { Person, Read, Write } from '#db/writes/write';
import { lockUser } from '#features/accounts/users/users.queries';
import { listDebts } from '#features/billing/debts/debts.queries';
import { readLedger } from '#features/billing/ledger/ledger.queries';
import { listPeriods } from '#features/billing/subscriptions/periods.queries';
import { readTitles } from '#features/coaching/workouts/exercise-titles.queries';
import {
  describeDebt,
  describeMeasure,
  describePayment,
  describePeriod,
  describeWorkout,
  exercisesOf,
} from '#features/desk/own-data/own-data.rules';

export const OWN_DATA = 'own-data';
const SECONDS = 60;

/** A ticket for the file, of which the asker has one an hour. Undefined once he is deleted. */
export async function askForOwnData(write: Write<Person>): Promise<string | undefined> {
  const { db, actor } = write;
  if (!(await lockUser(write, actor.id))) return undefined;
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from at + make_interval(mins => ${sql.lit(OWN_DATA_MINUTES)}) - clock_timestamp()))::int as seconds
    from events where entity = ${OWN_DATA} and entity_id = ${actor.id} order by id desc limit 1`.execute(db);
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) throw new Refusal(askedTooSoon(Math.ceil(seconds / SECONDS)), 'busy', seconds);
  await recordEvent(write, { entity: OWN_DATA, entityId: actor.id, userId: actor.id, action: 'export' });
  return issueDownloadTicket(write, OWN_DATA, {});
}

type Profile = { perfil: { genero: string } };

/** The person, his plan, packages, what he followed, and the devices that he was in with. */
async function readAccount({ db, actor }: Read<Person>): Promise<Profile> {
  const { rows } = await sql<Profile>`
    select json_build_object('nombre', u.name, 'usuario', u.username, 'telefono', u.phone, 'email', u.email, 'genero', u.gender,
        'nacimiento', u.birth_date, 'altura_cm', u.height, 'peso_kg', u.weight, 'foto', u.profile_image, 'activo', u.status,
        'cuenta_creada', iso(u.created_at)) as perfil,
      json_build_object('plan', plan.title, 'activo', u.suscription_status, 'desde', u.suscription_init,
        'hasta', u.suscription_end) as plan,
      ${jsonArrayOf(sql`
        select package.title as paquete, k.start_date as desde, k.end_date as hasta, k.status as activo
        from user_packages k join packages package on package.id = k.package_id where k.user_id = u.id order by k.id desc`)}
        as paquetes,
      ${jsonArrayOf(sql`
        select case a.kind when 'training' then 'Entrenamiento' else 'Dieta' end as tipo, a.title as titulo,
          a.starts_on as desde, a.ends_on - 1 as ultimo_dia,
          case when a.kind = 'diet' then null when a.mode = 'sequence' then 'En orden' else 'Por días de la semana' end as avanza,
          array(select (array['Lu', 'Ma', 'Mi', 'Ju', 'Vi', 'Sá', 'Do'])[day] from unnest(a.weekdays) day order by day) as dias
        from assignments a where a.user_id = u.id order by a.id desc`)} as seguido,
      ${jsonArrayOf(sql`
        select s.device as telefono, s.address as direccion, iso(s.created_at) as desde, iso(s.last_used_at) as ultima_vez,
          iso(s.ended_at) as cerrada
        from sessions s where s.user_id = u.id order by s.created_at desc`)} as sesiones
    from users u left join plans plan on plan.id = u."suscriptionId" where u.id = ${actor.id}`.execute(db);
  const account = rows[0]!;
  return { ...account, perfil: { ...account.perfil, genero: userGenderLabel(account.perfil.genero) } };
}

async function readWorkouts({ db, actor }: Read<Person>) {
  const { rows } = await sql<{ document: Workout }>`
    select document from workouts where user_id = ${actor.id} order by day desc, id desc`.execute(db);
  const titleOf = await readTitles(
    db,
    rows.flatMap(({ document }) => exercisesOf(document)),
  );
  return rows.map(({ document }) => describeWorkout(document, titleOf));
}

async function listMeasures({ db, actor }: Read<Person>) {
  const { rows } = await sql<Pick<MeasureCell, 'kind' | 'day' | 'value'>>`
    select kind, day, value from measures where user_id = ${actor.id} and value is not null order by day desc, kind`.execute(
    db,
  );
  return rows.map(describeMeasure);
}

/** All that is stored of the asker and that is his to have. */
export async function readOwnData(read: Read<Person>): Promise<object> {
  const { id } = read.actor;
  const { perfil, ...account } = await readAccount(read);
  return {
    perfil,
    ...account,
    periodos: (await listPeriods(read, id))?.map(describePeriod) ?? [],
    pagos: (await readLedger(read, sql`where y.user_id = ${id} order by y.day desc, y.id desc`)).map(describePayment),
    deudas: (await listDebts(read, id))?.map(describeDebt) ?? [],
    entrenamientos: await readWorkouts(read),
    medidas: await listMeasures(read),
  };
}
