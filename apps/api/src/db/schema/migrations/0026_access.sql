-- A client enters his app by a link or a code, each good once, and then has a session that his device's cookie names by a
-- secret, of which the hash is here.
alter table sessions
  add column secret_hash bytea,
  add column device text,
  add column last_used_at timestamptz;

-- One access is a link and a code; a code that a client makes himself has no link. The code is sealed with the installation's
-- secret: six digits behind a plain hash are no secret.
create table access_links (
  id uuid primary key,
  user_id integer not null references users,
  link_hash bytea unique,
  phone_key text,
  code_seal bytea,
  created_by integer references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  link_used_at timestamptz,
  code_used_at timestamptz,
  code_failures smallint not null default 0,
  replaced_at timestamptz
);
create index on access_links (phone_key) where code_used_at is null;
create index on access_links (user_id);

insert into message_templates (name, text) values
  ('Acceso', E'Hola {nombre}, aquí está tu entrenamiento con {negocio}: {acceso}\nSi te pide un código: {codigo}');

-- load functions/access.sql 1038d5fd51b7
