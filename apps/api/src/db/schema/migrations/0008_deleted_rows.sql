-- What was deleted within the last hour, so that it can be restored: the row with its parts, by table. Its picture counts as
-- used until then.
create table deleted_rows (
  table_name text not null,
  row_id integer not null,
  content jsonb not null,
  image text,
  deleted_at timestamptz not null default now(),
  primary key (table_name, row_id)
);
create index on deleted_rows (deleted_at);
