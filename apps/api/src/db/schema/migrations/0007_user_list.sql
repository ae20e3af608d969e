-- The tally also knows the role, so that the total of every filter of the user list can be read from it.
lock table users in share row exclusive mode;
delete from user_tally;
alter table user_tally add column role text not null;

create or replace function tally_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_tally (role, active, subscribed_until, change)
    select role, status, case when suscription_status then suscription_end end, count(*)
    from after where deleted_at is null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into user_tally (role, active, subscribed_until, change)
    select role, status, case when suscription_status then suscription_end end, -count(*)
    from before where deleted_at is null group by 1, 2, 3;
  else
    -- Most changes touch nothing that is counted, and leave no trace here.
    insert into user_tally (role, active, subscribed_until, change)
    select role, status, case when suscription_status then suscription_end end, sum(change)
    from (
      select role, status, suscription_status, suscription_end, -1 as change from before where deleted_at is null
      union all
      select role, status, suscription_status, suscription_end, 1 from after where deleted_at is null
    ) changed
    group by 1, 2, 3 having sum(change) <> 0;
  end if;
  return null;
end $$;

insert into user_tally (role, active, subscribed_until, change)
select role, status, case when suscription_status then suscription_end end, count(*)
from users where deleted_at is null group by 1, 2, 3;

-- A search for what many have walks along these, and need not look at the rows themselves.
drop index users_by_id, users_by_name;
create index users_by_id on users (id) include (search) where deleted_at is null;
create index users_by_name on users (name_key, id) include (search) where deleted_at is null;

-- The sample of ANALYZE tells the search which words many have.
alter table users alter column search set statistics 1000;
analyze users;
