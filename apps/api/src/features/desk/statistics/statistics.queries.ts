import type { Statistics } from '@pulso/contract/desk/statistics';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { tallySubscribed } from '#features/accounts/users/subscribed';

/** One statement, so that all counters are of the same moment and add up. */
export async function readStatistics(db: Db, today: string): Promise<Required<Statistics>> {
  const { rows } = await sql<Required<Statistics>>`
    select
      (select json_build_object(
         'total', coalesce(sum(change), 0),
         'con_suscripcion_activa', coalesce(sum(change) filter (where ${tallySubscribed(today)}), 0),
         'sin_suscripcion_activa', coalesce(sum(change) filter (where ${tallySubscribed(today)} is not true), 0),
         'activos', coalesce(sum(change) filter (where active), 0),
         'inactivos', coalesce(sum(change) filter (where not active), 0))
       from user_tally) as usuarios,
      (select json_build_object(
         'total', count(*), 'activos', count(*) filter (where status), 'inactivos', count(*) filter (where not status),
         'por_nivel', (
           select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'total', l.total) order by l.id), '[]')
           from (select l.id, l.title, count(t.id) as total
                 from levels l left join trainings t on t.level_id = l.id group by l.id) l))
       from trainings) as entrenamientos,
      (select json_build_object('total', count(*)) from levels) as niveles,
      (select json_build_object('total', count(*), 'activos', count(*) filter (where status)) from packages) as paquetes,
      (select json_build_object('total', count(*), 'destacados', count(*) filter (where is_featured))
       from products) as productos,
      (select json_build_object('total', count(*)) from exercises) as ejercicios,
      (select json_build_object('total', count(*)) from body_parts) as partes_cuerpo,
      (select json_build_object('total', count(*)) from diets) as dietas,
      (select json_build_object('total', count(*)) from product_categories) as categorias_productos`.execute(db);
  return rows[0]!;
}
