-- A payment recorded as money may leave it at that: its day is today's, and before the till is first opened close 0 claims it.
create or replace function complete_payment() returns trigger language plpgsql as $$
begin
  if new.status = 'completed' then
    new.paid_on := coalesce(new.paid_on, (new.created_at at time zone 'America/Argentina/Buenos_Aires')::date);
    if new.close_id is null and exists (select from till_closes where id = 0 and closed_at is null) then
      new.close_id := 0;
    end if;
  end if;
  return new;
end $$;

-- Money that moved never changes and nothing is deleted. A close claims a row once. The references and texts of an erased person
-- go, and with them why a payment was rejected or annulled.
create or replace function keep_payment() returns trigger language plpgsql as $$
declare permitted payments;
begin
  if tg_op = 'UPDATE' then
    permitted := new;
    if old.close_id is null then permitted.close_id := null; end if;
    if current_setting('pulso.erasing', true) = old.user_id::text then
      if new.transaction_id is null then
        permitted.transaction_id := old.transaction_id;
        permitted.transaction_key := old.transaction_key;
      end if;
      if new.payment_url is null then permitted.payment_url := old.payment_url; end if;
      if new.notes is null then permitted.notes := old.notes; end if;
      if new.reason is null then permitted.reason := old.reason; end if;
    end if;
    if permitted is not distinct from old then return null; end if;
  end if;
  raise exception 'a payment that was recorded is never changed' using errcode = 'restrict_violation';
end $$;
