-- The business's figures: what each month brought, who began, renewed and left, and the inflation to compare months by.
lock table users, user_subscriptions, payments;

-- Indexes of millions of rows are built in one go where they fit into memory.
set local maintenance_work_mem = '256MB';
set local work_mem = '128MB';

-- load functions/milestones.sql 1f4285170b5c

create table client_milestones (
  user_id integer not null references users,
  day date not null,
  kind text not null check (kind in ('new', 'renewed', 'lost')),
  leads boolean not null
);
insert into client_milestones (user_id, day, kind, leads) select user_id, day, kind, leads from find_milestones();
alter table client_milestones add primary key (user_id, day, kind);
create index on client_milestones (kind, day, user_id);

create trigger keep_milestones_added after insert on user_subscriptions
  referencing new table as after for each statement execute function keep_milestones();
create trigger keep_milestones_changed after update on user_subscriptions
  referencing new table as after for each statement execute function keep_milestones();
create trigger keep_milestones_removed after delete on user_subscriptions
  referencing old table as before for each statement execute function keep_milestones();

create table milestone_tally (
  day date not null,
  kind text not null,
  periods integer not null,
  clients integer not null
);
select make_tally('milestone_tally', '{periods, clients}', '
  m.day, m.kind, 1 as periods, m.leads::integer as clients from client_milestones m join users u on u.id = m.user_id
  where u.deleted_at is null');
create index on milestone_tally (day);

-- The tally of the ledger also knows the plan, and the money that was spent from its reversals.
delete from payment_days;
alter table payment_days add plan_id integer, add of_expense boolean not null default false;
alter table payment_days alter of_expense drop default;
select make_tally('payment_days', '{rows, amount}', '
  day, kind, user_id is not null as of_client, type, payment_method, status, recorded_by, 1 as rows, amount, plan_id,
    user_id is null and (amount < 0) <> (kind = ''reversal'') as of_expense
  from payments');

-- What clients paid, by the first day of the month.
create table payment_months (
  month date not null,
  amount numeric(20, 2) not null
);
select make_tally('payment_months', '{amount}', '
  day - extract(day from day)::integer + 1 as month, amount from payments where status = ''completed'' and user_id is not null');

-- Monthly inflation in percent, as typed or as a public series had it.
create table ipc (
  month date primary key check (extract(day from month) = 1),
  percent numeric(5, 2) not null check (percent between -50 and 200),
  source text not null check (source in ('typed', 'series')),
  updated_at timestamptz not null default now()
);
