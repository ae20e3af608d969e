-- What was lifted, held and measured, for each exercise and each day; and what the panel asks of a client's sessions.

-- Done sets of the sessions that are not gone, by place and exercise. No foreign key to exercises: see workouts.
create table workout_exercises (
  user_id integer not null references users,
  exercise_id integer not null,
  day date not null,
  workout_id uuid not null references workouts on delete cascade,
  place text not null,
  -- [[n, reps, seconds, weight], …]
  sets jsonb not null,
  best_weight numeric(6, 2),
  best_reps integer,
  best_seconds integer,
  primary key (workout_id, place, exercise_id)
);
create index on workout_exercises (user_id, exercise_id, day desc);

-- A client's last day with something done, and how many of his notes nobody answered.
create table client_training (
  user_id integer primary key references users,
  last_workout_on date,
  open_notes integer not null default 0 check (open_notes >= 0)
);
create index on client_training (last_workout_on, user_id);
create index client_training_notes on client_training (user_id) where open_notes > 0;
drop index workouts_unanswered;
create index workouts_unanswered on workouts (user_id) where note <> '' and answered_at is null and not gone;

-- A value of each kind and day; a null one was erased.
create table measures (
  user_id integer not null references users,
  kind text not null,
  day date not null,
  value numeric(6, 2),
  v integer not null,
  by text not null,
  primary key (user_id, kind, day)
);

insert into workout_exercises (user_id, exercise_id, day, workout_id, place, sets, best_weight, best_reps, best_seconds)
select w.user_id, done.exercise_id, w.day, w.id, done.place,
  jsonb_agg(jsonb_build_array(n, reps, seconds, weight) order by n),
  (array_agg(weight order by coalesce(weight, 0) desc, coalesce(reps, 0) desc, coalesce(seconds, 0) desc, n))[1],
  (array_agg(reps order by coalesce(weight, 0) desc, coalesce(reps, 0) desc, coalesce(seconds, 0) desc, n))[1],
  (array_agg(seconds order by coalesce(weight, 0) desc, coalesce(reps, 0) desc, coalesce(seconds, 0) desc, n))[1]
from workouts w cross join lateral (
  select split_part(substr(name, 3), '.', 1) as place, split_part(name, '.', 2)::integer as n,
    (cell ->> 'exercise_id')::integer as exercise_id, (cell ->> 'reps')::integer as reps,
    (cell ->> 'seconds')::integer as seconds, (cell ->> 'weight')::numeric as weight
  from jsonb_each(w.document -> 'cells') cells (name, cell)
  where name like 's:%' and cell ->> 'state' = 'done') done
where not w.gone
group by w.id, done.place, done.exercise_id;

insert into client_training (user_id, last_workout_on, open_notes)
select user_id, max(day) filter (where ended_at is not null or done > 0),
  count(*) filter (where note <> '' and answered_at is null)
from workouts where not gone group by user_id;

-- Effort and notes are the person's: no event tells of a session any more, and what earlier ones told is erased.
drop trigger record_added on workouts;
drop trigger record_changed on workouts;
drop trigger record_removed on workouts;
drop function workouts();
-- load functions/events.sql a7c5446b3d71
update events set salt = null, changes = null where entity = 'workout' and changes is not null;
