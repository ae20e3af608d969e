-- Links to pay at Mercado Pago, and what it told of each payment that came by one.
create table payment_links (
  id integer generated always as identity primary key,
  -- What payments bring back: nobody can guess another's.
  reference uuid not null unique,
  user_id integer not null references users,
  -- The charge that the link waits for; what it pays is the charge's plan, or this debt.
  payment_id integer not null unique references payments,
  debt_id integer references debts,
  preference_id text,
  expires_at timestamptz not null,
  -- When its client opened it from his app.
  opened_at timestamptz,
  -- When Mercado Pago is to be asked for it; null once there is nothing more to wait for.
  next_ask_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now()
);
create index on payment_links (user_id, id);
create index on payment_links (debt_id) where debt_id is not null;
create index on payment_links (next_ask_at) where next_ask_at is not null;

create table link_payments (
  id integer generated always as identity primary key,
  link_id integer not null references payment_links,
  -- Its number at Mercado Pago.
  outside_id text not null unique,
  status text not null,
  amount numeric(12, 2) not null,
  currency text not null,
  approved_at timestamptz,
  fee numeric(12, 2),
  net numeric(12, 2),
  refunded numeric(12, 2) not null default 0,
  -- The charge that was recorded of it, and its day.
  payment_id integer unique references payments,
  paid_on date,
  problem text,
  solved_at timestamptz,
  solved_by integer references users,
  created_at timestamptz not null default now(),
  check ((payment_id is null) = (paid_on is null))
);
create index on link_payments (link_id);
create index link_payments_to_solve on link_payments (id) where problem is not null and solved_at is null;

-- What Mercado Pago kept of the money that came, by the day of the charge; it gives that back with the money.
create table fee_tally (
  day date not null,
  fee numeric(20, 2) not null,
  net numeric(20, 2) not null
);
select make_tally('fee_tally', '{fee, net}', '
  f.paid_on as day, coalesce(f.fee, 0) as fee, coalesce(f.net, 0) as net from link_payments f
  where f.paid_on is not null and f.status not in (''refunded'', ''charged_back'')');
create index on fee_tally (day);

-- Notices that no secret of ours has signed, since the last one that was.
create table wrong_notices (
  is_only boolean primary key default true check (is_only),
  count integer not null default 0,
  application_id text,
  last_at timestamptz
);
insert into wrong_notices default values;
