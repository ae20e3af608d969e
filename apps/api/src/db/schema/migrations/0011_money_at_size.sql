-- Who is overdue: the newest end first, and the names of one day from A to Z.
create index users_overdue on users (suscription_end desc, name_key, id) where deleted_at is null and status and suscription_status;

-- A payment is found by the name of a client who is gone, too.
create index users_deleted_search on users using gin (search gin_trgm_ops) where deleted_at is not null;

-- How many active accounts promised to pay on which day, by plan, as changes that add up.
create table promise_tally (
  promised_on date not null,
  plan_id integer,
  clients integer not null
);

create function tally_new_promises() returns trigger language plpgsql as $$
begin
  insert into promise_tally
  select a.promised_on, u."suscriptionId", count(*) from after a join users u on u.id = a.user_id
  where a.promised_on is not null and u.status and u.deleted_at is null group by 1, 2;
  return null;
end $$;
create function tally_promises() returns trigger language plpgsql as $$
begin
  -- Most changes of an account are of something else, and leave no trace here.
  insert into promise_tally
  select changed.promised_on, u."suscriptionId", sum(changed.clients)
  from (
    select user_id, promised_on, sum(clients) as clients
    from (
      select user_id, promised_on, -1 as clients from before where promised_on is not null
      union all
      select user_id, promised_on, 1 from after where promised_on is not null
    ) promises
    group by 1, 2 having sum(clients) <> 0
  ) changed
    join users u on u.id = changed.user_id
  where u.status and u.deleted_at is null
  group by 1, 2 having sum(changed.clients) <> 0;
  return null;
end $$;
create function tally_promisers() returns trigger language plpgsql as $$
begin
  insert into promise_tally
  select a.promised_on, changed.plan_id, sum(changed.clients)
  from (
    -- Without a join of the two, which has no index.
    select id, plan_id, sum(clients) as clients
    from (
      select id, "suscriptionId" as plan_id, -1 as clients from before where status and deleted_at is null
      union all
      select id, "suscriptionId", 1 from after where status and deleted_at is null
    ) accounts
    group by 1, 2 having sum(clients) <> 0
  ) changed
    join client_accounts a on a.user_id = changed.id and a.promised_on is not null
  group by 1, 2 having sum(changed.clients) <> 0;
  return null;
end $$;
create trigger tally_promises_added after insert on client_accounts
  referencing new table as after for each statement execute function tally_new_promises();
create trigger tally_promises_changed after update on client_accounts
  referencing old table as before new table as after for each statement execute function tally_promises();
create trigger tally_promisers after update on users
  referencing old table as before new table as after for each statement execute function tally_promisers();

insert into promise_tally
select a.promised_on, u."suscriptionId", count(*) from client_accounts a join users u on u.id = a.user_id
where a.promised_on is not null and u.status and u.deleted_at is null group by 1, 2;

-- The text of a notice is that of its template, and of each one sent its event's.
alter table price_rises drop column notice;

-- What a deleted item brings back of a rise that was undone meanwhile is left out. The rise is locked: of the two at once one meets the other.
create function leave_undone() returns trigger language plpgsql as $$
begin
  perform from price_rises where id = new.rise_id and canceled_at is null for share;
  return case when found then new end;
end $$;
create trigger leave_undone before insert on prices for each row when (new.rise_id is not null) execute function leave_undone();
