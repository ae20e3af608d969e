-- Which installation this is. The folder of the pictures carries the same number, and nothing in it is taken for an orphan
-- of this database unless they agree. It goes with every dump and copy of the database.
create table installation (
  id uuid not null default gen_random_uuid(),
  is_only boolean primary key default true check (is_only)
);
insert into installation default values;

-- Whom a kept answer is about: it goes when that person does.
alter table idempotent_answers add column user_id integer references users;
create index on idempotent_answers (user_id);
update idempotent_answers a set user_id = u.id
from users u
where a.route = 'POST /api/user/activate-suscription' and u.id = (a.answer ->> 'id')::integer;
delete from idempotent_answers a using users u where u.id = a.user_id and u.deleted_at is not null;

-- An activation could end later than any form accepts, and then nobody could save that user any more.
update users set suscription_end = '2199-12-31' where suscription_end > '2199-12-31';
update user_subscriptions set end_date = '2199-12-31' where end_date > '2199-12-31';
update user_packages set end_date = '2199-12-31' where end_date > '2199-12-31';
