-- Which browser or phone has logged in to which account: it is judged by its own failures alone, never by those of
-- strangers that share its address. The token itself is in the device's cookie; here is its hash.
create table known_devices (
  user_id integer not null references users on delete cascade,
  token_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
create index on known_devices (seen_at);

-- How often an account has logged in of late is asked at every login.
create index on sessions (user_id, created_at);
drop index sessions_user_id_idx;
