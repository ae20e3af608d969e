-- Courses: what clients follow, and the sessions that they did of it.

-- A copy of a training that is one client's alone.
alter table trainings
  add owner_id integer references users,
  add copy_of integer references trainings on delete set null;
create index trainings_owner on trainings (owner_id) where owner_id is not null;
create index trainings_copies on trainings (copy_of) where copy_of is not null;

create table assignments (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  kind text not null check (kind in ('training', 'diet')),
  training_id integer references trainings on delete set null,
  diet_id integer references diets on delete set null,
  -- As it was called, for what is deleted later.
  title text not null,
  starts_on date not null,
  -- The day after the last one; the start of what never began.
  ends_on date check (ends_on >= starts_on),
  mode text not null default 'sequence' check (mode in ('sequence', 'weekdays')),
  weekdays smallint[] not null default '{}' check (weekdays <@ '{1,2,3,4,5,6,7}'),
  first_day integer,
  follows_id integer references assignments,
  version integer not null default 1,
  created_by integer references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(training_id, diet_id) <= 1),
  -- Nobody follows the same thing twice at once; what was deleted is null, which equals nothing.
  constraint trainings_apart exclude using gist (user_id with =, training_id with =, daterange(starts_on, ends_on) with &&),
  constraint diets_apart exclude using gist (user_id with =, diet_id with =, daterange(starts_on, ends_on) with &&)
);
create trigger renew before update on assignments for each row execute function renew_row();
create index on assignments (user_id, kind, id);
create index on assignments (training_id);
create index on assignments (diet_id);

-- One session. Everything but the document is derived from it by whoever stores it. No foreign key to trainings: ids are never
-- given twice, and history must not keep content from being deleted.
create table workouts (
  id uuid primary key,
  user_id integer not null references users,
  course text,
  -- The turn that it holds, which what is gone or came to nothing does not.
  turn integer,
  training_id integer,
  day_number integer,
  day date not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  last_at timestamptz,
  effort smallint check (effort between 1 and 3),
  gone boolean not null default false,
  done smallint not null,
  planned smallint not null,
  note text not null default '',
  answered_at timestamptz,
  answered_by integer references users,
  document jsonb not null,
  version integer not null,
  changed_at timestamptz not null default clock_timestamp()
);
create unique index workouts_turn on workouts (user_id, course, turn) where turn is not null and not gone;
create index on workouts (user_id, day desc, id desc);
create index workouts_unanswered on workouts (id) where note <> '' and answered_at is null and not gone;

-- Other ids of a session that was begun on two phones.
create table workout_names (
  id uuid primary key,
  workout_id uuid not null references workouts on delete cascade
);
create index on workout_names (workout_id);
