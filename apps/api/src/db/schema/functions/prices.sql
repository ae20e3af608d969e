-- A price that somebody types is a version from that day on, or from the next if its prices are in the catalogues by now.
-- Author and day come from the transaction (`pulso.actor`, `pulso.today`); the versions that a day brings are there
-- already (`pulso.settling`).
create or replace function keep_price() returns trigger language plpgsql as $$
declare
  today date := coalesce(nullif(current_setting('pulso.today', true), '')::date,
                         (clock_timestamp() at time zone 'America/Argentina/Buenos_Aires')::date);
begin
  if current_setting('pulso.settling', true) = 'on' then return null; end if;
  insert into prices (kind, item_id, valid_from, amount, created_by)
  values (tg_argv[0], new.id,
    coalesce((select price_settled_on from business where price_settled_on = today + 1), today),
    (to_jsonb(new) ->> tg_argv[1])::numeric,
    nullif(current_setting('pulso.actor', true), '')::integer);
  return null;
end $$;

-- Prices that a deleted item brings back of a rise undone meanwhile are left out. The rise is locked: of the two at once one
-- meets the other.
create or replace function leave_undone() returns trigger language plpgsql as $$
begin
  perform from price_rises where id = new.rise_id and canceled_at is null for share;
  return case when found then new end;
end $$;
