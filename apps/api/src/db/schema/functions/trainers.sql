-- The setting that lets trainers in. Its row is shared with the transactions of their writes, so that switching it off waits for them.
create or replace function trainers_enter() returns boolean language plpgsql as $$
declare
  enters boolean;
begin
  select trainer_access into enters from business for share;
  return coalesce(enters, false);
end $$;

-- Only clients have a trainer, who learns nothing more of somebody whom he has lost: answers kept for his retries are forgotten.
create or replace function keep_trainer() returns trigger language plpgsql as $$
begin
  if new.role <> 'CLIENT' then
    new.trainer_id := null;
  end if;
  if old.trainer_id is not null and new.trainer_id is distinct from old.trainer_id then
    update idempotent_answers set answer = 'null'
    where admin_id = old.trainer_id and (user_id = old.id or people @> to_jsonb(old.id));
  end if;
  return new;
end $$;

-- A trainer who is demoted or deleted leaves his clients without one, whoever does it.
create or replace function leave_clients() returns trigger language plpgsql as $$
begin
  update users set trainer_id = null where trainer_id = old.id;
  return null;
end $$;
