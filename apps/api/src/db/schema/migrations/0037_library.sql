-- What of the library was added, by its stable key: renaming the row changes nothing, and a key whose row is gone was added and
-- deleted. Ids are never given twice, and undoing a deletion gives the same one back; so there is no foreign key.
create table library_entries (
  key text primary key check (key ~ '^(exercise|training|diet)/[a-z0-9-]{1,60}$'),
  row_id integer not null,
  added_at timestamptz not null default now()
);
