-- Every change of every thing that people change leaves an event, by triggers. Finished days are sealed, and what is deleted can be
-- restored for 30 days.
drop function claim_right(uuid, integer, text[], date);
-- load functions/access.sql 65fda1c5bccc
-- load functions/events.sql 4dfb3832ea2c

-- Events of earlier versions have neither salt nor digest, and lie before the first seal.
-- They name people for good, who are never removed, so that nothing has to be looked up and locked for each.
alter table events add salt uuid, add digest bytea, drop constraint events_actor_id_fkey, drop constraint events_user_id_fkey;
create table event_seals (
  day date primary key,
  last_id bigint not null,
  events integer not null,
  digest bytea not null,
  sealed_at timestamptz not null default now()
);
insert into event_seals (day, last_id, events, digest)
select (now() at time zone 'America/Argentina/Buenos_Aires')::date - 1, max(id), 0, '' from events having count(*) > 0;
create trigger sign before insert on events for each row execute function sign_event();
create trigger keep before update or delete on events for each row execute function keep_event();

-- The deletion that a kept row belongs to.
alter table deleted_rows add act uuid default nullif(current_setting('pulso.act', true), '')::uuid;

select audit_table('levels', 'level');
select audit_table('training_types', 'training-type');
select audit_table('machines', 'machine');
select audit_table('body_parts', 'body-part');
select audit_table('product_categories', 'product-category');
select audit_table('diet_categories', 'diet-category');
select audit_table('products', 'product');
select audit_table('plans', 'plan');
select audit_table('exercises', 'exercise');
select audit_table('diets', 'diet');
select audit_table('trainings', 'training', '{copy_of}', person => 'owner_id');
select audit_table('packages', 'package');
select audit_table('users', 'user', '{password_changed_at}', '{password_hash}', person => 'id');
select audit_table('user_subscriptions', 'period', '{anchor_day, created_by}');
select audit_table('user_packages', 'user-package');
-- A till that is closed claims thousands of payments.
select audit_table('payments', 'payment', '{close_id, recorded_by, settled_by, settled_at}');
select audit_table('debts', 'debt', '{created_by}');
select audit_table('till_closes', 'till', '{closed_by, rows}');
select audit_table('price_rises', 'price-rise', '{created_by, canceled_by}');
select audit_table('message_templates', 'template');
select audit_table('business', 'business', '{price_settled_on}');
select audit_table('own_business', 'own-business', '{filled_at}');
select audit_table('assignments', 'assignment', '{created_by}');
-- A phone sends the document of a session with every set; what is derived from it is none of anybody's doing.
select audit_table('workouts', 'workout', '{document, done, planned, turn, last_at, changed_at, answered_by}');
select audit_table('notifications', 'notification',
  '{created_by, providers, last_device, up_to_device, queued, recipients, delivered, failed}');
select audit_table('devices', 'device', '{token, token_hash, p256dh, auth, seen_at}');

select audit_parts('exercise_sets', 'exercises', 'exercise', 'exercise_parts', '($1 ->> ''exercise_id'')::integer');
select audit_parts('training_days', 'trainings', 'training', 'training_parts', '($1 ->> ''training_id'')::integer');
select audit_parts('training_day_exercises', 'trainings', 'training', 'training_parts',
  '(select training_id from training_days where id = ($1 ->> ''training_day_id'')::integer)', is_inner => true);
select audit_parts('package_trainings', 'packages', 'package', 'package_parts', '($1 ->> ''package_id'')::integer');
select audit_parts('package_diets', 'packages', 'package', 'package_parts', '($1 ->> ''package_id'')::integer');
