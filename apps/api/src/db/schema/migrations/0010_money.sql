-- Money: periods that follow each other, payments as a ledger, debts, tills, a price list, and who did what.

-- Indexes of millions of rows are built in one go where they fit into memory.
set local maintenance_work_mem = '256MB';
set local work_mem = '128MB';

create extension if not exists btree_gist;

-- Periods: what a subscription covers is a range of days, and no two of a user's share one.
drop index user_subscriptions_one_current, user_subscriptions_payment, user_subscriptions_user_id_id_idx,
  user_subscriptions_subscription_id_idx;
alter table user_subscriptions
  alter payment_amount drop not null,
  alter payment_method drop not null,
  add kind text not null default 'plan' check (kind in ('plan', 'pause')),
  add check (kind = 'pause' or (payment_amount is not null and payment_method is not null)),
  -- Agreed; null where it was sold before there was a price list.
  add price numeric(12, 2) check (price >= 0),
  -- The day of the month on which its run ends, where the month has it.
  add anchor_day integer check (anchor_day between 1 and 31),
  add closed_on date,
  add renews_id integer references user_subscriptions,
  add continues_id integer references user_subscriptions,
  add created_by integer references users;

update user_subscriptions h
set anchor_day = extract(day from h.start_date), closed_on = replaced.closed_on
from (
  select id, case when closing < end_date then closing end as closed_on
  from (
    select id, end_date, least(
      min(start_date) over later,
      min((created_at at time zone 'America/Argentina/Buenos_Aires')::date) over later) as closing
    from user_subscriptions
    window later as (partition by user_id order by id rows between 1 following and unbounded following)
  ) closings
) replaced
where replaced.id = h.id;

alter table user_subscriptions
  add covers daterange not null generated always as
    (daterange(start_date, greatest(start_date, least(end_date, closed_on)))) stored,
  add constraint periods_apart exclude using gist (user_id with =, covers with &&) deferrable initially immediate;
create index on user_subscriptions (user_id, id);
create index on user_subscriptions (subscription_id);

-- What a client owes, always for a definite thing.
create table debts (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  type text not null check (type in ('subscription', 'package', 'product', 'other')),
  item_id integer not null default 0 check (item_id >= 0),
  period_id integer references user_subscriptions,
  amount numeric(12, 2) not null check (amount > 0),
  owed numeric(12, 2) not null check (owed between 0 and amount),
  forgiven numeric(12, 2) not null default 0 check (forgiven >= 0),
  due_on date,
  note text not null default '',
  created_by integer references users,
  created_at timestamptz not null default now(),
  closed_on date,
  closed_as text check (closed_as in ('pagada', 'condonada', 'anulada')),
  plan_id integer generated always as (case when type = 'subscription' then nullif(item_id, 0) end) stored references plans,
  package_id integer generated always as (case when type = 'package' then nullif(item_id, 0) end) stored references packages,
  product_id integer generated always as (case when type = 'product' then nullif(item_id, 0) end) stored references products,
  check (owed + forgiven <= amount),
  check ((closed_on is null) = (closed_as is null)),
  check ((closed_on is null) = (owed > 0))
);
create index on debts (user_id, id);
create index on debts (plan_id) where plan_id is not null;
create index on debts (package_id) where package_id is not null;
create index on debts (product_id) where product_id is not null;
create index on debts (period_id) where period_id is not null;

-- A close claims every completed payment that none has claimed. Number 0 is the time before the till was first opened:
-- until then (`closed_at` is null) it claims every payment at once.
create table till_closes (
  id integer generated always as identity (minvalue 0 start 0) primary key,
  closed_at timestamptz,
  closed_by integer references users,
  opening numeric(20, 2) not null default 0,
  expected jsonb not null default '{}',
  counted jsonb not null default '{}',
  left_over numeric(20, 2) not null default 0,
  note text not null default '',
  rows integer not null default 0
);
insert into till_closes default values;

-- The ledger.
alter table user_subscriptions drop constraint user_subscriptions_payment_id_fkey;
drop index payments_user_id_id_idx, payments_created_at_idx, payments_plan_id_idx, payments_package_id_idx,
  payments_product_id_idx;
alter table payments
  alter user_id drop not null,
  drop constraint payments_amount_check,
  add kind text not null default 'charge',
  add paid_on date,
  add concept text not null default '',
  add category text,
  add notes text,
  add reason text,
  add reverses integer,
  add period_id integer,
  add debt_id integer,
  add close_id integer,
  add recorded_by integer,
  add settled_by integer,
  add settled_at timestamptz;

update payments p
set paid_on = case when p.status = 'completed' then (p.created_at at time zone 'America/Argentina/Buenos_Aires')::date end,
  close_id = case when p.status = 'completed' then 0 end,
  period_id = sold.period_id,
  concept = coalesce(sold.title, '')
from (
  select p.id, s.id as period_id, coalesce(plan.title, package.title, product.title) as title
  from payments p
    left join user_subscriptions s on s.payment_id = p.id
    left join plans plan on plan.id = p.plan_id
    left join packages package on package.id = p.package_id
    left join products product on product.id = p.product_id
) sold
where sold.id = p.id;

alter table user_subscriptions drop column payment_id;
alter table payments
  add day date not null generated always as
    (coalesce(paid_on, (created_at at time zone 'America/Argentina/Buenos_Aires')::date)) stored,
  -- By which the same transfer is known however it was typed.
  add transaction_key text generated always as
    (nullif(lower(regexp_replace(transaction_id, '[^0-9A-Za-z]', '', 'g')), '')) stored,
  add check (kind in ('charge', 'reversal', 'expense', 'income')),
  add constraint payments_amount_check check (case kind
    when 'charge' then amount > 0 and user_id is not null
    when 'income' then amount > 0 and user_id is null
    when 'expense' then amount < 0 and user_id is null
    else amount <> 0 and reverses is not null end),
  add check ((kind = 'reversal') = (reverses is not null)),
  add check ((status = 'completed') = (paid_on is not null)),
  add check (status = 'completed' or close_id is null),
  add constraint payments_reverses_key unique (reverses),
  add constraint payments_reverses_fkey foreign key (reverses) references payments,
  add constraint payments_period_id_fkey foreign key (period_id) references user_subscriptions,
  add constraint payments_debt_id_fkey foreign key (debt_id) references debts,
  add constraint payments_close_id_fkey foreign key (close_id) references till_closes,
  add constraint payments_recorded_by_fkey foreign key (recorded_by) references users,
  add constraint payments_settled_by_fkey foreign key (settled_by) references users;
create index on payments (user_id, id);
create index on payments (plan_id) where plan_id is not null;
create index on payments (package_id) where package_id is not null;
create index on payments (product_id) where product_id is not null;
create index on payments (day, id);
create index on payments (recorded_by, day, id);
create index on payments (payment_method, day, id);
create index on payments (transaction_key) where transaction_key is not null;
create index on payments (kind, day, id) where kind <> 'charge';
create index on payments (type, day, id) where type <> 'subscription';
create index on payments (status, day, id) where status <> 'completed';
create index payments_unsettled on payments (id) where status in ('pending', 'processing');
create index payments_in_till on payments (id) include (payment_method, amount) where close_id is null and status = 'completed';
create index on payments (close_id, id) where close_id > 0;
create index on payments (period_id) where period_id is not null;
create index on payments (debt_id) where debt_id is not null;

-- Who records a payment as money may leave it at that: its day is today's, and before the till is first opened it is nobody's.
create function complete_payment() returns trigger language plpgsql as $$
begin
  if new.status = 'completed' then
    new.paid_on := coalesce(new.paid_on, (new.created_at at time zone 'America/Argentina/Buenos_Aires')::date);
    if new.close_id is null and exists (select from till_closes where id = 0 and closed_at is null) then
      new.close_id := 0;
    end if;
  end if;
  return new;
end $$;
create trigger a_complete before insert on payments for each row execute function complete_payment();
create trigger a_complete_later before update on payments for each row
  when (old.status <> 'completed' and new.status = 'completed') execute function complete_payment();

-- Money that moved never changes and nothing is deleted. A close claims a row once; an erased person's references go.
create function keep_payment() returns trigger language plpgsql as $$
declare kept payments;
begin
  if tg_op = 'UPDATE' then
    kept := new;
    if old.close_id is null then kept.close_id := null; end if;
    if new.transaction_id is null and current_setting('pulso.erasing', true) = old.user_id::text then
      kept.transaction_id := old.transaction_id;
      kept.transaction_key := old.transaction_key;
      if new.payment_url is null then kept.payment_url := old.payment_url; end if;
      if new.notes is null then kept.notes := old.notes; end if;
    end if;
    if kept is not distinct from old then return null; end if;
  end if;
  raise exception 'a payment that was recorded is never changed' using errcode = 'restrict_violation';
end $$;
create trigger keep after update on payments for each row when (old.status = 'completed') execute function keep_payment();
create trigger keep_all after delete on payments for each row execute function keep_payment();

-- A receipt shows somebody's bank account: it is not among the pictures that have an address.
create table payment_receipts (
  payment_id integer primary key references payments,
  image bytea not null,
  created_by integer references users,
  created_at timestamptz not null default now()
);

-- What is counted of the ledger, as changes that add up.
create table payment_days (
  day date not null,
  kind text not null,
  of_client boolean not null,
  type text not null,
  payment_method text not null,
  status text not null,
  recorded_by integer,
  rows integer not null,
  amount numeric(20, 2) not null
);
create index on payment_days (day);

create function tally_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_days
    select day, kind, user_id is not null, type, payment_method, status, recorded_by, count(*), sum(amount)
    from after group by 1, 2, 3, 4, 5, 6, 7;
  else
    insert into payment_days
    select day, kind, user_id is not null, type, payment_method, status, recorded_by, sum(rows), sum(amount)
    from (
      select day, kind, user_id, type, payment_method, status, recorded_by, -1 as rows, -amount as amount from before
      union all
      select day, kind, user_id, type, payment_method, status, recorded_by, 1, amount from after
    ) changed
    group by 1, 2, 3, 4, 5, 6, 7 having sum(rows) <> 0 or sum(amount) <> 0;
  end if;
  return null;
end $$;
create trigger tally_added after insert on payments
  referencing new table as after for each statement execute function tally_payments();
create trigger tally_changed after update on payments
  referencing old table as before new table as after for each statement execute function tally_payments();
insert into payment_days
select day, kind, user_id is not null, type, payment_method, status, recorded_by, count(*), sum(amount)
from payments group by 1, 2, 3, 4, 5, 6, 7;

-- A client's money and contacts beside the user: a payment must not make an open user form stale.
create table client_accounts (
  user_id integer primary key references users,
  owed numeric(20, 2) not null default 0 check (owed >= 0),
  owed_since date,
  last_paid_on date,
  contact_id bigint,
  contacted_at timestamptz,
  contacted_by integer references users,
  snoozed_until date,
  promised_on date,
  promised_amount numeric(12, 2)
);
create index on client_accounts (owed_since, user_id) where owed > 0;
create index on client_accounts (promised_on, user_id) where promised_on is not null;
create index on client_accounts (snoozed_until) where snoozed_until is not null;
create index on client_accounts (contacted_at) where contacted_at is not null;
create index on client_accounts (last_paid_on);

insert into client_accounts (user_id, last_paid_on)
select user_id, max(day) from payments where status = 'completed' and kind = 'charge' group by user_id;

-- Any money of a client settles what was promised.
create function pay_accounts() returns trigger language plpgsql as $$
begin
  insert into client_accounts as a (user_id, last_paid_on)
  select user_id, max(day) from after where status = 'completed' and kind = 'charge' group by user_id order by user_id
  on conflict (user_id) do update
  set last_paid_on = greatest(a.last_paid_on, excluded.last_paid_on), promised_on = null, promised_amount = null;
  return null;
end $$;
create trigger pay_accounts after insert on payments
  referencing new table as after for each statement execute function pay_accounts();

create function pay_account() returns trigger language plpgsql as $$
begin
  insert into client_accounts as a (user_id, last_paid_on) values (new.user_id, new.day)
  on conflict (user_id) do update
  set last_paid_on = greatest(a.last_paid_on, excluded.last_paid_on), promised_on = null, promised_amount = null;
  return null;
end $$;
create trigger pay_account after update on payments for each row
  when (old.status <> 'completed' and new.status = 'completed' and new.kind = 'charge') execute function pay_account();

-- A client's balance is the sum of his open debts.
create function owe_accounts() returns trigger language plpgsql as $$
begin
  insert into client_accounts as a (user_id, owed, owed_since)
  select u.user_id, coalesce(sum(d.owed), 0), min((d.created_at at time zone 'America/Argentina/Buenos_Aires')::date)
  from (select distinct user_id from after) u
    left join debts d on d.user_id = u.user_id and d.closed_on is null
  group by u.user_id order by u.user_id
  on conflict (user_id) do update set owed = excluded.owed, owed_since = excluded.owed_since;
  return null;
end $$;
create trigger owe_added after insert on debts
  referencing new table as after for each statement execute function owe_accounts();
create trigger owe_changed after update on debts
  referencing new table as after for each statement execute function owe_accounts();

-- How many active accounts owe, and how much, as changes that add up.
create table debt_tally (clients integer not null, owed numeric(20, 2) not null);

create function tally_debts() returns trigger language plpgsql as $$
begin
  insert into debt_tally
  select sum(clients), sum(owed) from (
    select -1 as clients, -b.owed as owed from before b join users u on u.id = b.user_id
    where b.owed > 0 and u.status and u.deleted_at is null
    union all
    select 1, a.owed from after a join users u on u.id = a.user_id
    where a.owed > 0 and u.status and u.deleted_at is null
  ) changed
  having sum(clients) <> 0 or sum(owed) <> 0;
  return null;
end $$;
create function tally_new_debts() returns trigger language plpgsql as $$
begin
  insert into debt_tally
  select count(*), sum(a.owed) from after a join users u on u.id = a.user_id
  where a.owed > 0 and u.status and u.deleted_at is null having count(*) > 0;
  return null;
end $$;
create function tally_debtors() returns trigger language plpgsql as $$
begin
  insert into debt_tally
  select sum(changed.sign), sum(changed.sign * a.owed)
  from (
    -- Without a join of the two, which has no index.
    select id, sum(sign) as sign
    from (
      select id, -1 as sign from before where status and deleted_at is null
      union all
      select id, 1 from after where status and deleted_at is null
    ) accounts
    group by id having sum(sign) <> 0
  ) changed
    join client_accounts a on a.user_id = changed.id and a.owed > 0
  having count(*) > 0;
  return null;
end $$;
create trigger tally_added after insert on client_accounts
  referencing new table as after for each statement execute function tally_new_debts();
create trigger tally_changed after update on client_accounts
  referencing old table as before new table as after for each statement execute function tally_debts();
create trigger tally_debtors after update on users
  referencing old table as before new table as after for each statement execute function tally_debtors();

-- Prices by day: of an item, or of an item for one client.
create table price_rises (
  id integer generated always as identity primary key,
  percent numeric(5, 2) check (percent > 0),
  increase numeric(12, 2) check (increase > 0),
  rounding integer not null default 0 check (rounding >= 0),
  valid_from date not null,
  reason text not null default '',
  notice text,
  created_by integer references users,
  created_at timestamptz not null default now(),
  canceled_at timestamptz,
  canceled_by integer references users,
  check ((percent is null) <> (increase is null))
);

create table prices (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('plan', 'package', 'product')),
  item_id integer not null,
  user_id integer references users,
  valid_from date not null,
  valid_to date,
  -- What it cost before, where a rise announced it.
  before numeric(12, 2),
  amount numeric(12, 2) not null check (amount >= 0),
  rise_id integer references price_rises,
  created_by integer references users,
  created_at timestamptz not null default now(),
  plan_id integer generated always as (case when kind = 'plan' then item_id end) stored references plans on delete cascade,
  package_id integer generated always as (case when kind = 'package' then item_id end) stored references packages on delete cascade,
  product_id integer generated always as (case when kind = 'product' then item_id end) stored references products on delete cascade,
  unique nulls not distinct (kind, item_id, user_id, valid_from)
);
create index on prices (user_id) where user_id is not null;
create index on prices (rise_id) where rise_id is not null;
create index on prices (valid_from) where user_id is null;
create index on prices (plan_id) where plan_id is not null;
create index on prices (package_id) where package_id is not null;
create index on prices (product_id) where product_id is not null;

insert into prices (kind, item_id, valid_from, amount, created_at)
select kind, id, (created_at at time zone 'America/Argentina/Buenos_Aires')::date, amount, created_at
from (
  select 'plan' as kind, id, amount, created_at from plans
  union all select 'package', id, amount, created_at from packages
  union all select 'product', id, price, created_at from products
) items;

-- A price that somebody types is a version from that day on, or from the next if its prices are in the catalogues by now.
-- Who and which day come from the transaction (`pulso.actor`, `pulso.today`); the versions that a day brings are there
-- already (`pulso.settling`).
create function keep_price() returns trigger language plpgsql as $$
declare
  today date := coalesce(nullif(current_setting('pulso.today', true), '')::date,
                         (clock_timestamp() at time zone 'America/Argentina/Buenos_Aires')::date);
begin
  if current_setting('pulso.settling', true) = 'on' then return null; end if;
  insert into prices as p (kind, item_id, valid_from, amount, created_by)
  values (tg_argv[0], new.id,
    coalesce((select price_settled_on from business where price_settled_on = today + 1), today),
    (to_jsonb(new) ->> tg_argv[1])::numeric,
    nullif(current_setting('pulso.actor', true), '')::integer)
  on conflict (kind, item_id, user_id, valid_from) do update
  set amount = excluded.amount, created_by = excluded.created_by, created_at = clock_timestamp(), rise_id = null, before = null;
  return null;
end $$;
do $$
declare item text[];
begin
  foreach item slice 1 in array array[['plans', 'plan', 'amount'], ['packages', 'package', 'amount'], ['products', 'product', 'price']]
  loop
    execute format('create trigger keep_first_price after insert on %I for each row execute function keep_price(%L, %L)',
      item[1], item[2], item[3]);
    execute format('create trigger keep_price after update on %I for each row when (old.%I <> new.%I)
      execute function keep_price(%L, %L)', item[1], item[3], item[3], item[2], item[3]);
  end loop;
end $$;

-- Who did what to what; never changed. The events of one transaction share an act.
create table events (
  id bigint generated always as identity primary key,
  act uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id integer references users,
  address text,
  entity text not null,
  entity_id integer,
  user_id integer references users,
  action text not null,
  changes jsonb,
  data jsonb
);
create index on events (user_id, id) where user_id is not null;
create index on events (entity, entity_id, id);
create index on events (actor_id, id);
-- Who was told of a rise.
create index events_of_rise on events (((data ->> 'rise_id')::integer), id) where action = 'contact' and data ->> 'rise_id' is not null;

create table message_templates (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  text text not null check (text <> ''),
  -- The list of Cobranzas that it is offered first for.
  list text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger renew before update on message_templates for each row execute function renew_row();
insert into message_templates (name, list, text) values
  ('Por vencer', 'due_soon', E'Hola {nombre}, tu plan {plan} vence el {vence}.\nPara renovarlo: {precio}. Alias: {alias}\nPara renovarlo con el link: {link}'),
  ('Vence hoy', 'due_today', E'Hola {nombre}, tu plan {plan} vence hoy.\nPara renovarlo: {precio}. Alias: {alias}\nPara renovarlo con el link: {link}'),
  ('Vencida', 'overdue', E'Hola {nombre}, tu plan {plan} venció el {vence}.\nTe esperamos. Para renovarlo: {precio}. Alias: {alias}'),
  ('Deuda', 'debt', E'Hola {nombre}, te quedó un saldo de {deuda}.\nAlias para transferir: {alias}'),
  ('Aumento', null, E'Hola {nombre}, desde el {desde} el plan {plan} pasa de {antes} a {precio}.\nGracias por entrenar con {negocio}.'),
  ('Comprobante', null, E'Hola {nombre}, recibimos tu pago de {monto} del {fecha}.\n{concepto}\nGracias. {negocio}');

create table business (
  is_only boolean primary key default true check (is_only),
  name text not null default '',
  alias text not null default '',
  cuit text not null default '',
  address text not null default '',
  phone text not null default '',
  area_code text not null default '',
  receipt_footer text not null default '',
  contact_days integer not null default 3 check (contact_days between 1 and 30),
  pause_days_per_year integer check (pause_days_per_year >= 0),
  -- Up to which day the prices of the list were copied into the catalogues.
  price_settled_on date,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into business default values;
create trigger renew before update on business for each row
  when (old.price_settled_on is not distinct from new.price_settled_on) execute function renew_row();

-- The tally also knows the plan, so that a list of Cobranzas has its number and its sum from it.
lock table users in share row exclusive mode;
delete from user_tally;
alter table user_tally add column plan_id integer;
create index on user_tally (subscribed_until);

create or replace function tally_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_tally (role, active, subscribed_until, plan_id, change)
    select role, status, case when suscription_status then suscription_end end, "suscriptionId", count(*)
    from after where deleted_at is null group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into user_tally (role, active, subscribed_until, plan_id, change)
    select role, status, case when suscription_status then suscription_end end, "suscriptionId", -count(*)
    from before where deleted_at is null group by 1, 2, 3, 4;
  else
    -- Most changes touch nothing that is counted, and leave no trace here.
    insert into user_tally (role, active, subscribed_until, plan_id, change)
    select role, status, case when suscription_status then suscription_end end, "suscriptionId", sum(change)
    from (
      select role, status, suscription_status, suscription_end, "suscriptionId", -1 as change
      from before where deleted_at is null
      union all
      select role, status, suscription_status, suscription_end, "suscriptionId", 1 from after where deleted_at is null
    ) changed
    group by 1, 2, 3, 4 having sum(change) <> 0;
  end if;
  return null;
end $$;
insert into user_tally (role, active, subscribed_until, plan_id, change)
select role, status, case when suscription_status then suscription_end end, "suscriptionId", count(*)
from users where deleted_at is null group by 1, 2, 3, 4;

create index users_due on users (suscription_end, name_key, id) where deleted_at is null and status and suscription_status;
create index users_without_plan on users (id)
  where deleted_at is null and status and role = 'CLIENT' and (not suscription_status or suscription_end is null);

-- What may be fetched once by whoever has its secret address, within a minute.
create table downloads (
  ticket_hash bytea primary key,
  what text not null,
  query jsonb not null,
  user_id integer not null references users,
  until timestamptz not null
);
create index on downloads (until);
