import { sql, type RawBuilder } from 'kysely';
import { isExpiringInTally, isSubscribedInTally } from '#features/accounts/users/subscription-conditions';

/** One expression, so that all counters are of the same moment and add up. */
export function statisticsOn(today: string): RawBuilder<unknown> {
  return sql`
    json_build_object(
      'usuarios', (select json_build_object(
         'total', coalesce(sum(change), 0),
         'con_suscripcion_activa', coalesce(sum(change) filter (where ${isSubscribedInTally(today)}), 0),
         'sin_suscripcion_activa', coalesce(sum(change) filter (where ${isSubscribedInTally(today)} is not true), 0),
         'activos', coalesce(sum(change) filter (where active), 0),
         'inactivos', coalesce(sum(change) filter (where not active), 0),
         'por_expirar', coalesce(sum(change) filter (where ${isExpiringInTally(today)}), 0))
       from user_tally),
      'entrenamientos', (select json_build_object(
         'total', count(*), 'activos', count(*) filter (where status), 'inactivos', count(*) filter (where not status),
         'por_nivel', (
           select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'total', l.total) order by l.id), '[]')
           from (select l.id, l.title, count(t.id) as total
                 from levels l left join trainings t on t.level_id = l.id and t.owner_id is null group by l.id) l))
       from trainings where owner_id is null),
      'niveles', (select json_build_object('total', count(*)) from levels),
      'paquetes', (select json_build_object('total', count(*), 'activos', count(*) filter (where status)) from packages),
      'productos', (select json_build_object('total', count(*), 'destacados', count(*) filter (where is_featured))
       from products),
      'ejercicios', (select json_build_object('total', count(*)) from exercises),
      'partes_cuerpo', (select json_build_object('total', count(*)) from body_parts),
      'dietas', (select json_build_object('total', count(*)) from diets),
      'categorias_productos', (select json_build_object('total', count(*)) from product_categories))`;
}
