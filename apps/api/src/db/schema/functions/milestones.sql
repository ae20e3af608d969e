-- Milestones of clients: the day on which the first plan period ever begins ('new'), and the end of each one, 'renewed' if another
-- begins on that day or within 15 days, else 'lost'. A period that a pause cut ends with its continuation, and the days of a pause
-- between two periods do not count. `leads` is true of a client's first one of its kind in a month. None depends on today.
-- A condition on the client reaches the index of his periods, because the function is inlined and all windows are of one client.
create or replace function find_milestones()
returns table (user_id integer, day date, kind text, leads boolean) language sql stable as $$
  select m.user_id, m.day, m.kind,
    row_number() over (partition by m.user_id, m.kind, date_trunc('month', m.day) order by m.day) = 1
  from (
    select p.user_id, p.starts as day, 'new' as kind
    from (
      select h.user_id, min(lower(h.covers)) as starts from user_subscriptions h
      where h.kind = 'plan' and not isempty(h.covers) group by h.user_id
    ) p
    union all
    select p.user_id, p.ends,
      case when p.next_plan <= case when p.next_kind = 'pause' and p.next_starts = p.ends then p.next_ends else p.ends end + 15
        then 'renewed' else 'lost' end
    from (
      select h.user_id, h.id, h.kind, upper(h.covers) as ends,
        lead(h.kind) over run as next_kind, lead(lower(h.covers)) over run as next_starts,
        lead(upper(h.covers)) over run as next_ends,
        min(case when h.kind = 'plan' then lower(h.covers) end) over (run rows between 1 following and unbounded following)
          as next_plan
      from user_subscriptions h where not isempty(h.covers)
      window run as (partition by h.user_id order by lower(h.covers))
    ) p
    where p.kind = 'plan' and not exists (
      select from user_subscriptions c
      where c.user_id = p.user_id and c.continues_id = p.id and c.kind = 'plan' and not isempty(c.covers))
  ) m
$$;

-- Stores the milestones of the clients whose periods changed; those that stay are not written again.
create or replace function keep_milestones() returns trigger language plpgsql as $$
declare clients integer[];
begin
  if tg_op = 'DELETE' then clients := array(select distinct b.user_id from before b);
  else clients := array(select distinct a.user_id from after a); end if;
  if clients = '{}' then return null; end if;
  delete from client_milestones m
  where m.user_id = any(clients) and not exists (
    select from find_milestones() f
    where f.user_id = any(clients) and f.user_id = m.user_id and f.day = m.day and f.kind = m.kind and f.leads = m.leads);
  insert into client_milestones (user_id, day, kind, leads)
  select f.user_id, f.day, f.kind, f.leads from find_milestones() f where f.user_id = any(clients)
  on conflict do nothing;
  return null;
end $$;
