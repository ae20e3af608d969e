-- Erasing a person takes along why a payment of his was rejected or annulled.
create or replace function keep_payment() returns trigger language plpgsql as $$
declare kept payments;
begin
  if tg_op = 'UPDATE' then
    kept := new;
    if old.close_id is null then kept.close_id := null; end if;
    if current_setting('pulso.erasing', true) = old.user_id::text then
      if new.transaction_id is null then
        kept.transaction_id := old.transaction_id;
        kept.transaction_key := old.transaction_key;
      end if;
      if new.payment_url is null then kept.payment_url := old.payment_url; end if;
      if new.notes is null then kept.notes := old.notes; end if;
      if new.reason is null then kept.reason := old.reason; end if;
    end if;
    if kept is not distinct from old then return null; end if;
  end if;
  raise exception 'a payment that was recorded is never changed' using errcode = 'restrict_violation';
end $$;

-- Everybody whom a kept answer names, as any answer does: by `user_id`, or by an `id` beside a `name`. Things have a `title`.
alter table idempotent_answers add column people jsonb generated always as (
  jsonb_path_query_array(answer::jsonb, '$.**.user_id') || jsonb_path_query_array(answer::jsonb, '$.** ? (exists (@.name)).id')
) stored;
