-- Clients from a spreadsheet: the file's rows as they were read, what was typed over them, and whom they became.
create table imports (
  id integer generated always as identity primary key,
  file text not null,
  file_hash bytea not null,
  headings_hash bytea not null,
  columns jsonb not null,
  mapping jsonb not null,
  rules jsonb not null default '[]',
  remembered boolean not null default false,
  created_tags integer[] not null default '{}',
  undone boolean not null default false,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now()
);
create index on imports (file_hash);
create index on imports (created_at);

create table import_rows (
  import_id integer not null references imports on delete cascade,
  -- As a spreadsheet numbers it.
  row integer not null,
  cells jsonb not null,
  -- By field, what stands in place of the cell.
  typed jsonb not null default '{}',
  include boolean not null default false,
  state text not null default 'wrong' check (state in ('ready', 'wrong', 'existing', 'imported', 'undone', 'kept')),
  problems jsonb not null default '[]',
  -- The client who has this name and phone already, and the one that the row became.
  same_as integer references users on delete set null,
  user_id integer references users on delete set null,
  -- What kept its client from being taken back.
  touched jsonb,
  primary key (import_id, row)
);
create index on import_rows (import_id, state, row);
create index on import_rows (user_id) where user_id is not null;
create index on import_rows (same_as) where same_as is not null;

create table import_mappings (
  headings_hash bytea primary key,
  mapping jsonb not null,
  used_at timestamptz not null default now()
);
