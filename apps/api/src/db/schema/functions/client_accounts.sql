-- Any money of a client settles what was promised.
create or replace function pay_accounts() returns trigger language plpgsql as $$
begin
  insert into client_accounts as a (user_id, last_paid_on)
  select user_id, max(day) from after where status = 'completed' and kind = 'charge' group by user_id order by user_id
  on conflict (user_id) do update
  set last_paid_on = greatest(a.last_paid_on, excluded.last_paid_on), promised_on = null, promised_amount = null;
  return null;
end $$;

-- The same for a single payment that is completed later.
create or replace function pay_account() returns trigger language plpgsql as $$
begin
  insert into client_accounts as a (user_id, last_paid_on) values (new.user_id, new.day)
  on conflict (user_id) do update
  set last_paid_on = greatest(a.last_paid_on, excluded.last_paid_on), promised_on = null, promised_amount = null;
  return null;
end $$;

-- A client's balance is the sum of his open debts.
create or replace function owe_accounts() returns trigger language plpgsql as $$
begin
  insert into client_accounts as a (user_id, owed, owed_since)
  select u.user_id, coalesce(sum(d.owed), 0), min((d.created_at at time zone 'America/Argentina/Buenos_Aires')::date)
  from (select distinct user_id from after) u
    left join debts d on d.user_id = u.user_id and d.closed_on is null
  group by u.user_id order by u.user_id
  on conflict (user_id) do update set owed = excluded.owed, owed_since = excluded.owed_since;
  return null;
end $$;
