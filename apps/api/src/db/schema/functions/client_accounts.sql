-- `promise_paid` is the money that came since the last promise. A reversal takes away what came since, and no older money;
-- none if nothing is owed for it (`pulso.owes_nothing`).
create or replace function pay_accounts() returns trigger language plpgsql as $$
begin
  insert into client_accounts as a (user_id, last_paid_on, promise_paid)
  select user_id, max(day), sum(amount) from after where status = 'completed' and kind = 'charge' group by user_id order by user_id
  on conflict (user_id) do update
  set last_paid_on = greatest(a.last_paid_on, excluded.last_paid_on), promise_paid = a.promise_paid + excluded.promise_paid;
  -- Asked first, because the plan of the statement below would read all payments for many that reverse nothing.
  if not exists (select from after where reverses is not null) then return null; end if;
  update client_accounts a set promise_paid = a.promise_paid + reversed.amount
  from (
    select r.user_id, sum(r.amount) as amount
    from after r join payments o on o.id = r.reverses join client_accounts c on c.user_id = r.user_id
    where coalesce(o.settled_at, o.created_at) >= c.promised_at
      and coalesce(current_setting('pulso.owes_nothing', true), '') <> 'on'
    group by r.user_id
  ) reversed
  where reversed.user_id = a.user_id;
  return null;
end $$;

-- The same for a single payment that is completed later.
create or replace function pay_account() returns trigger language plpgsql as $$
begin
  insert into client_accounts as a (user_id, last_paid_on, promise_paid) values (new.user_id, new.day, new.amount)
  on conflict (user_id) do update
  set last_paid_on = greatest(a.last_paid_on, excluded.last_paid_on), promise_paid = a.promise_paid + excluded.promise_paid;
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
