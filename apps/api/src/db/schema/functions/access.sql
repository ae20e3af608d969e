-- The right to write holds where the write happens: the share lock makes a write and the end of its author's session serial, so
-- whichever commits first decides; the same holds of trainers and of what lets them in. A session that a device's cookie names has a client's rights, whoever holds it. The triggers of
-- the same transaction learn who writes, from where, as part of which act, and on which day.
create or replace function claim_right(session uuid, account integer, roles text[], today date, act uuid default null,
  address text default null) returns boolean language plpgsql as $$
declare
  holder record;
begin
  select case when s.secret_hash is null then u.role else 'CLIENT' end as role,
    u.status and u.deleted_at is null and s.ended_at is null and s.expires_at > clock_timestamp() as is_open
  into holder
  from sessions s join users u on u.id = s.user_id
  where s.id = session and s.user_id = account
  for share of s;
  if holder.is_open is not true then
    raise exception 'the session has ended' using errcode = 'PU401';
  end if;
  if holder.role <> all (roles) or (roles = '{TRAINER}' and not trainers_enter()) then
    raise exception 'the role lacks the permission' using errcode = 'PU403';
  end if;
  -- One expression, for which no statement has to be run.
  return concat(set_config('pulso.actor', account::text, true), set_config('pulso.today', today::text, true),
    set_config('pulso.act', act::text, true), set_config('pulso.address', address, true)) <> '';
end $$;

-- The time of a password's replacement is null while an account has the one it was made with.
create or replace function note_password() returns trigger language plpgsql as $$
begin
  new.password_changed_at := clock_timestamp();
  return new;
end $$;
