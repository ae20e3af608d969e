-- All entities of both documents. Wire names are column names, odd spellings included.
-- Defaults live here, not in the contract: a default in an input schema would reset fields on PATCH.

create extension if not exists pg_trgm;

-- Lower case without a locale ('C'), so that the embedded and any other PostgreSQL find and sort the same. That knows
-- ASCII only: accented letters come apart first, and those that do not are named.
create function lower_latin(value text) returns text
  language sql immutable strict parallel safe
  return translate(lower(normalize(value, NFKD) collate "C"), 'ÆÐØÞĐĦŁŊŒŦẞ', 'æðøþđħłŋœŧß') collate "C";

-- What search compares: compatibility forms unified, accents and case gone.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower_latin(value), '[\u0300-\u036f]', '', 'g') collate "C";

-- What the list sorts by: as search, but ñ is a letter of its own, after n.
create function sort_key(value text) returns text
  language sql immutable strict parallel safe
  return fold(replace(lower_latin(value), U&'n\0303', 'n~')) collate "C";

-- Usernames keep their accents: 'peña' and 'pena' are two people, 'PEÑA' is none of its own.
create function username_key(value text) returns text
  language sql immutable strict parallel safe
  return normalize(lower_latin(value), NFKC) collate "C";

-- An instant as the wire has it, for JSON that is made in the database.
create function iso(value timestamptz) returns text
  language sql stable strict parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Every change of a row renews it; the version lets a client notice that somebody else has saved meanwhile.
create function renew_row() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := clock_timestamp();
  return new;
end $$;

create table levels (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  description text not null default '',
  status boolean not null default true,
  cover_image text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table training_types (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  status boolean not null default true,
  image_url text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table machines (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  description text not null default '',
  image_url text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table body_parts (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  status boolean not null default true,
  image_url text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table product_categories (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  image text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table diet_categories (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  status boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table products (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  affiliate_link text not null check (affiliate_link ~* '^https?://'),
  price numeric(12, 2) not null check (price >= 0),
  category_id integer not null references product_categories,
  is_featured boolean not null default false,
  description text not null default '',
  image text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on products (category_id);

create table plans (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  duration integer not null check (duration between 1 and 36),
  amount numeric(12, 2) not null check (amount >= 0),
  price numeric(12, 2) generated always as (amount) stored,
  status boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table exercises (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  tips text not null default '',
  body_part_id integer not null references body_parts,
  uses_machine boolean not null default false,
  machine_id integer references machines,
  image_url text,
  video_url text check (video_url ~* '^https?://'),
  status boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (uses_machine = (machine_id is not null))
);
create index on exercises (body_part_id);
create index on exercises (machine_id);

create table exercise_sets (
  id integer generated always as identity primary key,
  exercise_id integer not null references exercises on delete cascade,
  set_number integer not null check (set_number > 0),
  reps integer check (reps > 0),
  duration_seconds integer check (duration_seconds > 0),
  weight numeric(6, 2) check (weight >= 0),
  rest_seconds integer not null check (rest_seconds >= 0),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check ((reps is null) <> (duration_seconds is null)),
  -- Deferred, because moving one set renumbers its neighbours in the same transaction.
  unique (exercise_id, set_number) deferrable initially deferred
);

create table diets (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  category text not null check (category <> ''),
  gender text not null default 'Unisex' check (gender in ('Male', 'Female', 'Unisex')),
  type_diet_id integer not null references diet_categories,
  calories numeric(7, 2) not null check (calories > 0),
  protein numeric(7, 2) not null check (protein >= 0),
  carbs numeric(7, 2) not null check (carbs >= 0),
  fats numeric(7, 2) not null check (fats >= 0),
  portions text not null check (portions <> ''),
  total_time text not null check (total_time <> ''),
  is_premium boolean not null default false,
  status boolean not null default true,
  ingredients text not null check (ingredients <> ''),
  instructions text not null check (instructions <> ''),
  image_url text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on diets (type_diet_id);

create table trainings (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  level_id integer not null references levels,
  training_type_id integer not null references training_types,
  gender text not null check (gender in ('Male', 'Female', 'Unisex')),
  is_premium boolean not null default false,
  status boolean not null default true,
  cover_image text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on trainings (level_id);
create index on trainings (training_type_id);

create table training_days (
  id integer generated always as identity primary key,
  training_id integer not null references trainings on delete cascade,
  day_number integer not null check (day_number > 0),
  is_rest_day boolean not null default false,
  title text not null default '',
  description text not null default '',
  unique (training_id, day_number)
);

create table training_day_exercises (
  id integer generated always as identity primary key,
  training_day_id integer not null references training_days on delete cascade,
  exercise_id integer not null references exercises,
  order_index integer not null check (order_index > 0),
  unique (training_day_id, order_index)
);
create index on training_day_exercises (exercise_id);

create table packages (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  duration_days integer not null check (duration_days > 0),
  amount numeric(12, 2) not null check (amount > 0),
  price numeric(12, 2) generated always as (amount) stored,
  status boolean not null default true,
  gender text not null default 'Unisex' check (gender in ('Male', 'Female', 'Unisex')),
  level_id integer not null references levels,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on packages (level_id);

create table package_trainings (
  package_id integer not null references packages on delete cascade,
  training_id integer not null references trainings,
  order_index integer not null,
  primary key (package_id, training_id)
);
create index on package_trainings (training_id);

create table package_diets (
  package_id integer not null references packages on delete cascade,
  diet_id integer not null references diets,
  order_index integer not null,
  primary key (package_id, diet_id)
);
create index on package_diets (diet_id);

-- Users are never removed from the table, because their payments stay: `deleted_at` takes them out of every answer.
create table users (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  gender text not null check (gender in ('Male', 'Female', 'Unisex')),
  username text not null check (username <> ''),
  phone text not null check (phone ~ '^[0-9]{7,15}$'),
  role text not null default 'CLIENT' check (role in ('ADMIN', 'TRAINER', 'CLIENT')),
  status boolean not null default true,
  password_hash text not null,
  email text,
  profile_image text,
  notes text not null default '',
  birth_date date,
  age integer check (age between 0 and 150),
  height numeric(6, 2) check (height >= 0),
  weight numeric(6, 2) check (weight >= 0),
  "suscriptionId" integer references plans,
  suscription_status boolean not null default false,
  suscription_init date,
  suscription_end date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- What search looks through and what the list sorts by, kept so that an index can serve both.
  -- Between the fields stands a character that nobody can type: what is found lies within one of them.
  search text generated always as (fold(name || chr(31) || username || chr(31) || phone)) stored,
  name_key text collate "C" generated always as (sort_key(name)) stored,
  username_key text collate "C" generated always as (username_key(username)) stored,
  check (suscription_end >= suscription_init)
);
create unique index users_username_key on users (username_key) where deleted_at is null;
create index users_search on users using gin (search gin_trgm_ops) where deleted_at is null;
create index users_by_name on users (name_key, id) where deleted_at is null;
create index users_by_created_at on users (created_at, id) where deleted_at is null;
create index users_by_id on users (id) where deleted_at is null;
create index users_by_phone on users (phone, id) where deleted_at is null;
create index users_by_role on users (role, id) where deleted_at is null;
create index users_by_status on users (status, id) where deleted_at is null;
create index users_by_subscription_end on users (suscription_end nulls first, id) where deleted_at is null;
create index users_subscribed on users (suscription_status, id) include (suscription_end) where deleted_at is null;
create index users_by_gender on users (gender, id) where deleted_at is null;
create index on users ("suscriptionId");

-- The subscription history. What follows from the day or from the user is not stored while the item is the current one:
-- an 'active' one reads 'canceled' while the user's subscription is off, 'pending' before its start and 'expired' from its
-- end on. Only when it is replaced or removed is its last state written down.
create table user_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  subscription_id integer not null references plans,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  status text not null default 'active' check (status in ('active', 'completed', 'expired', 'canceled')),
  payment_amount numeric(12, 2) not null check (payment_amount >= 0),
  payment_method text not null check (payment_method in ('efectivo', 'tarjeta', 'transferencia', 'mercadopago')),
  transaction_id text,
  notes text,
  created_at timestamptz not null default now()
);
create index on user_subscriptions (user_id, id);
create index on user_subscriptions (subscription_id);
create unique index user_subscriptions_one_current on user_subscriptions (user_id) where status = 'active';

create table user_packages (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  package_id integer not null references packages,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  status boolean not null default true,
  created_at timestamptz not null default now()
);
create index on user_packages (user_id, id);
create index on user_packages (package_id);

create table payments (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  type text not null check (type in ('subscription', 'package', 'product', 'other')),
  item_id integer not null default 0 check (item_id >= 0),
  amount numeric(12, 2) not null check (amount > 0),
  payment_method text not null check (payment_method in ('efectivo', 'tarjeta', 'transferencia', 'mercadopago')),
  status text not null check (status in ('completed', 'pending', 'failed', 'processing')),
  transaction_id text,
  payment_url text check (payment_url ~* '^https?://'),
  created_at timestamptz not null default now(),
  -- item_id points into one of three tables; as columns of their own the references are real ones.
  plan_id integer generated always as (case when type = 'subscription' then nullif(item_id, 0) end) stored references plans,
  package_id integer generated always as (case when type = 'package' then nullif(item_id, 0) end) stored references packages,
  product_id integer generated always as (case when type = 'product' then nullif(item_id, 0) end) stored references products,
  check (item_id > 0 or type in ('product', 'other'))
);
create index on payments (user_id, id);
create index on payments (created_at);
create index on payments (plan_id) where plan_id is not null;
create index on payments (package_id) where package_id is not null;
create index on payments (product_id) where product_id is not null;

create table notifications (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  body text not null check (body <> ''),
  data jsonb,
  created_by integer references users,
  created_at timestamptz not null default now()
);
create index on notifications (created_at);
create index on notifications (created_by);

-- A token is worth what its session is worth. Ended sessions stay until they expire, so that a demoted
-- administrator is told 'no rights' and not 'who are you'.
create table sessions (
  id uuid primary key,
  user_id integer not null references users,
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index on sessions (user_id);
create index on sessions (expires_at);

-- Who has logged in to which account from where: such an address is never shut out by strangers' failures.
create table known_addresses (
  user_id integer not null references users,
  address text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index on known_addresses (seen_at);

-- Failed logins per account and address, address, and account. Keys are hashes: a password typed into the
-- wrong box must not stay here.
create table login_failures (
  key bytea primary key,
  failures integer not null,
  until timestamptz not null
);
create index on login_failures (until);

-- The first answer to a write that a client marked with an Idempotency-Key, replayed when it asks again.
create table idempotent_answers (
  admin_id integer not null references users,
  route text not null,
  key text not null,
  request_hash bytea not null,
  -- As text, to be given again letter by letter.
  answer json,
  created_at timestamptz not null default now(),
  primary key (admin_id, route, key)
);
create index on idempotent_answers (created_at);

do $$
declare name text;
begin
  foreach name in array array['levels', 'training_types', 'machines', 'body_parts', 'product_categories',
    'diet_categories', 'products', 'plans', 'exercises', 'exercise_sets', 'diets', 'trainings', 'packages', 'users']
  loop
    execute format('create trigger renew before update on %I for each row execute function renew_row()', name);
  end loop;
end $$;

-- How many users there are of each kind, as changes that add up: counting a million rows at every look at the
-- dashboard would be slow, and one counter that every write updates would make the writes wait for each other.
create table user_tally (
  active boolean not null,
  subscribed_until date,
  change integer not null
);

create function tally_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_tally
    select status, case when suscription_status then suscription_end end, count(*)
    from after where deleted_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into user_tally
    select status, case when suscription_status then suscription_end end, -count(*)
    from before where deleted_at is null group by 1, 2;
  else
    -- Most changes touch nothing that is counted, and leave no trace here.
    insert into user_tally
    select status, case when suscription_status then suscription_end end, sum(change)
    from (
      select status, suscription_status, suscription_end, -1 as change from before where deleted_at is null
      union all
      select status, suscription_status, suscription_end, 1 from after where deleted_at is null
    ) changed
    group by 1, 2 having sum(change) <> 0;
  end if;
  return null;
end $$;

create trigger tally_added after insert on users
  referencing new table as after for each statement execute function tally_users();
create trigger tally_changed after update on users
  referencing old table as before new table as after for each statement execute function tally_users();
create trigger tally_removed after delete on users
  referencing old table as before for each statement execute function tally_users();
