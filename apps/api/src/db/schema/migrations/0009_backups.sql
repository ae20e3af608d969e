-- Every attempt to make a backup. Who makes one inserts its row before it looks at anything else, so that the others know: one is
-- made at a time, and no picture is removed while one is copied.
create table backups (
  id integer generated always as identity primary key,
  state text not null default 'copying' check (state in ('copying', 'checking', 'done', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  started_at timestamptz not null default now(),
  -- Renewed while the work goes on: a process that was killed says nothing any more.
  beat_at timestamptz not null default now(),
  finished_at timestamptz,
  node text not null,
  file text,
  size bigint not null default 0,
  row_count bigint not null default 0,
  image_count integer not null default 0,
  -- Images that rows name and the store does not have.
  missing_images integer not null default 0,
  verified_at timestamptz,
  -- Why it failed, or could not be checked.
  problem text,
  ticket_hash bytea,
  ticket_until timestamptz
);
