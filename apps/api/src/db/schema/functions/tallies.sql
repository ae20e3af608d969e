-- A tally holds the sums of a query as changes that add up: counting a million rows at every look would be slow, and one
-- counter that every write updates would make the writes wait for each other. Its columns are those of the query. The ones
-- that add up have the comment 'Sum of a tally.'; by the others they are counted apart.

-- The statement that adds up rows of a tally's shape, each with a sign, and inserts the sums that are not zero.
create or replace function sum_into(tally regclass, signed_rows text) returns text language sql stable as $$
  select format('insert into %s (%s) select %s from (%s) signed group by (%s) having %s', tally, string_agg(name, ', '),
    string_agg(case when is_sum then total else name end, ', '), signed_rows,
    string_agg(name, ', ') filter (where not is_sum), string_agg(total || ' <> 0', ' or ') filter (where is_sum))
  from (
    select quote_ident(attname) as name, format('sum(sign * %I)', attname) as total,
      col_description(attrelid, attnum) is not distinct from 'Sum of a tally.' as is_sum
    from pg_attribute where attrelid = tally and attnum > 0 and not attisdropped order by attnum
  ) fields
$$;

-- Has a tally follow 'select ' || selection by triggers on the tables that it names. Their function has the tally's name. Within
-- it the name of a changed table stands for its changed rows, so the selection names tables without a schema. It joins them by
-- foreign keys, and inner: a row counts for nothing when it comes or goes if another of these tables refers to it. An empty tally
-- is filled from the rows that exist. Released migrations call this, so its parameters stay; a tally gets the triggers of a newer
-- version by another call.
create or replace function make_tally(tally regclass, sums text[], selection text) returns void language plpgsql
set check_function_bodies = on as $$
declare
  source record;
  operation text;
  changes text;
  branches text := '';
  triggers text := '';
  is_empty boolean;
begin
  execute format('drop function if exists %s cascade', tally);
  execute format('comment on table %s is %L', tally, 'select ' || selection);
  execute (select string_agg(format('comment on column %s.%I is ''Sum of a tally.'';', tally, sum), '') from unnest(sums) sum);
  -- The catalogue knows which columns of which tables a view reads.
  execute 'create view tally_view as select ' || selection;
  for source in
    with tables as (
      select refobjid as id, string_agg(quote_ident(attname), ', ' order by attnum) as fields
      from pg_depend join pg_rewrite r on r.oid = objid join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where ev_class = 'tally_view'::regclass and refobjid <> ev_class group by refobjid
    )
    select id::regclass as name, fields, (select count(*) > 1 from tables) as is_joined,
      exists (select from pg_constraint join tables other on other.id = conrelid
              where confrelid = tables.id and conrelid <> confrelid) as is_referred_to
    from tables order by is_referred_to
  loop
    foreach operation in array case when source.is_referred_to then '{update}'::text[] else '{update,insert,delete}' end loop
      changes := concat_ws(' union all ',
        case when operation <> 'insert' then format('select %s, -1 as sign from before', source.fields) end,
        case when operation <> 'delete' then format('select %s, 1 as sign from after', source.fields) end);
      -- Most updates touch nothing that is counted: rows that stay the same cancel out before any other table is read.
      if source.is_joined and operation = 'update' then
        changes := format('select %1$s, sum(sign) as sign from (%2$s) changes group by %1$s having sum(sign) <> 0',
          source.fields, changes);
      end if;
      branches := branches || format(e'  if tg_name = %L then\n    %s;\n    return null;\n  end if;\n',
        format('%s_%s_%s', tally, source.name, operation),
        sum_into(tally, format('with %s as (%s) select sign, %s', source.name, changes, selection)));
      triggers := triggers || format(
        'create trigger %1$s_%2$s_%3$s after %3$s on %2$s referencing %4$s for each statement execute function %1$s();',
        tally, source.name, operation, concat_ws(' ',
          case when operation <> 'insert' then 'old table as before' end,
          case when operation <> 'delete' then 'new table as after' end));
    end loop;
  end loop;
  drop view tally_view;
  execute format('create function %s() returns trigger language plpgsql as %L', tally, e'\nbegin\n' || branches || 'end');
  execute triggers;
  execute format('select not exists (select from %s)', tally) into is_empty;
  if is_empty then execute sum_into(tally, 'select 1 as sign, ' || selection); end if;
end $$;

-- Sums the past changes of every tally into one row for each combination of what is counted apart.
create or replace function compact_tallies() returns void language plpgsql as $$
declare tally regclass;
begin
  for tally in
    select distinct objoid from pg_description where classoid = 'pg_class'::regclass and description = 'Sum of a tally.'
  loop
    -- One statement, so that readers see no state in between.
    execute format('with past as (delete from %s returning *) %s', tally, sum_into(tally, 'select *, 1 as sign from past'));
  end loop;
end $$;
