-- Who did what to what. Triggers write an event for every changed row, in the transaction that changes it; author, act and address
-- are settings of that transaction (`claim_right`). Without an author it is the system, under the name `pulso.system`. Nothing is
-- written while `pulso.unrecorded` is on, for loads that one event of their own tells of, or none.

-- The act that the events of a transaction share.
create or replace function current_act() returns uuid language plpgsql as $$
declare act uuid := nullif(current_setting('pulso.act', true), '')::uuid;
begin
  if act is null then
    act := gen_random_uuid();
    perform set_config('pulso.act', act::text, true);
  end if;
  return act;
end $$;

-- Has the table record its changes by triggers, whose function has the table's name: every column but those ignored, generated or
-- kept by the row itself, and of a secret one only that it changed. `person` is the column with the user whom a row is about, `title`
-- what names the `row`, by default its name or title. A link, which has no id, tells what it joined also when it is removed. A
-- released migration calls this; a table with other columns gets the triggers of a newer version by another call.
-- Every write pays for them, so an event is one plain statement for a row: a condition of the trigger's own would be parsed at each
-- write, and transition tables joined.
create or replace function audit_table(audited regclass, entity text, ignored text[] default '{}', secret text[] default '{}',
  person text default 'user_id', title text default null) returns void language plpgsql set check_function_bodies = on as $$
declare
  -- Where it is not put apart, the salt would be another one wherever it is used.
  event constant text := $event$
    insert into events (act, actor_id, address, entity, entity_id, user_id, action, changes, data, salt, digest)
    select coalesce(nullif(current_setting('pulso.act', true), '')::uuid, current_act()),
      nullif(current_setting('pulso.actor', true), '')::integer, address, %L, %s, %s, %s, changes, data, salt,
      sha256(convert_to(format('%%s|%%s|%%s|%%s', salt, address, changes, data), 'UTF8'))
    from (
      select gen_random_uuid() as salt, nullif(current_setting('pulso.address', true), '') as address,
        case when pg_column_size(told) > 500 then cut_changes(told) else told end as changes,
        nullif(jsonb_strip_nulls(jsonb_build_object('name', %s, 'by', nullif(current_setting('pulso.system', true), ''))), '{}')
          as data
      offset 0) event;$event$;
  is_unrecorded constant text := 'current_setting(''pulso.unrecorded'', true) = ''on''';
  is_restored constant text := 'current_setting(''pulso.restoring'', true) = ''on''';
  field record;
  identity text := 'null';
  subject text := 'null';
  named text := title;
  is_hidden boolean := false;
  added text := '';
  removed text := '';
  changed text := '';
  unchanged text := 'told is null';
  of_changed text := '''changed''';
  body text;
begin
  for field in
    select quote_ident(attname) as name, attname::text as label, atttypid, attname = any(secret) as is_secret
    from pg_attribute where attrelid = audited and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
  loop
    if field.label = 'id' and field.atttypid = 'integer'::regtype then identity := 'row.id'; end if;
    if field.label = person then subject := 'row.' || field.name; end if;
    if title is null and field.label in ('name', 'title') then named := format('left(row.%s, 500)', field.name); end if;
    if field.label = 'deleted_at' then is_hidden := true; end if;
    continue when field.label = any(ignored || '{id,version,created_at,updated_at,deleted_at}'::text[])
      or field.label = person;
    changed := changed || format(e',\n      %1$L, case when old.%2$s is distinct from new.%2$s then %3$s end',
      case when field.is_secret then replace(field.label, '_hash', '') else field.label end, field.name,
      case when field.is_secret then '''[null, "cambiada"]''::jsonb' else format('jsonb_build_array(old.%1$s, new.%1$s)', field.name) end);
    continue when field.is_secret;
    added := added || format(e',\n      %1$L, case when new.%2$s %3$s then jsonb_build_array(null, new.%2$s) end', field.label, field.name,
      case when field.atttypid = 'text'::regtype then '<> ''''' else 'is not null' end);
    removed := removed || format(e',\n      %L, jsonb_build_array(old.%s, null)', field.label, field.name);
  end loop;
  changed := format('nullif(jsonb_strip_nulls(jsonb_build_object(%s)), ''{}'')', substr(changed, 2));
  if is_hidden then
    changed := format('case when (old.deleted_at is null) = (new.deleted_at is null) then %s end', changed);
    unchanged := 'told is null and (old.deleted_at is null) = (new.deleted_at is null)';
    of_changed := 'case when (old.deleted_at is null) = (new.deleted_at is null) then ''changed''
      when new.deleted_at is null then ''restored'' else ''removed'' end';
  end if;
  named := coalesce(named, 'null');
  body := format(e'\ndeclare told jsonb;\nbegin\n  if tg_op = ''UPDATE'' then\n    told := %s;\n    if %s or %s then return null; end if;%s',
    changed, unchanged, is_unrecorded,
    replace(format(event, entity, identity, subject, of_changed, named), 'row.', 'new.'))
    || format(e'\n    return null;\n  end if;\n  if %s then return null; end if;\n  if tg_op = ''INSERT'' then\n    told := %s;%s', is_unrecorded,
      format('case when %s then null else nullif(jsonb_strip_nulls(jsonb_build_object(%s)), ''{}'') end', is_restored, substr(added, 2)),
      replace(format(event, entity, identity, subject, format('case when %s then ''restored'' else ''added'' end', is_restored), named),
        'row.', 'new.'))
    || format(e'\n  else%s%s\n  end if;\n  return null;\nend ',
      case when identity = 'null' then format(e'\n    told := jsonb_build_object(%s);', substr(removed, 2)) end,
      replace(format(event, entity, identity, subject, '''removed''', named), 'row.', 'old.'));
  execute format('create or replace function %s() returns trigger language plpgsql as %L', audited, body);
  execute format('create or replace trigger record_added after insert on %1$s for each row execute function %1$s()', audited);
  execute format('create or replace trigger record_changed after update on %1$s for each row execute function %1$s()', audited);
  execute format('create or replace trigger record_removed after delete on %1$s for each row execute function %1$s()', audited);
end $$;

-- Values of more than 500 characters, cut; of lists and objects the text.
create or replace function cut_changes(changes jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(field, (
    select jsonb_agg(case when length(value #>> '{}') > 500 then to_jsonb(left(value #>> '{}', 500)) else value end order by nth)
    from jsonb_array_elements(pair) with ordinality as side (value, nth)))
  from jsonb_each(changes) as told (field, pair)
$$;

-- Has a changed part of a thing count as a change of that thing. Parts are often replaced as a whole, so they are compared as they
-- are before the first change and at the end of the transaction. `parts` is a function of the thing's id that tells its parts by
-- field; `owner` answers that id for a row. Thousands of inner parts are saved after the parts that they belong to, which have
-- remembered them by then.
create or replace function audit_parts(part regclass, whole regclass, entity text, parts text, owner text, is_inner boolean default false)
  returns void language plpgsql as $$
begin
  execute format('create or replace trigger remember_parts before insert or update or delete on %s
    for each row %s execute function remember_parts(%L, %L, %L)', part,
    case when is_inner then 'when (coalesce(current_setting(''pulso.parts'', true), '''') = '''')' end, whole, parts, owner);
  execute format('drop trigger if exists record_parts on %s', part);
  execute format('create constraint trigger record_parts after insert or update or delete on %s deferrable initially deferred
    for each row execute function record_parts(%L, %L, %L)', part, entity, whole, parts);
end $$;

-- `pulso.parts` names the things whose parts are being changed, each as ' TABLE ID;'; how they were is in a setting for each.
create or replace function remember_parts() returns trigger language plpgsql as $$
declare
  remembered text := coalesce(current_setting('pulso.parts', true), '');
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  owner integer;
  parts jsonb;
begin
  if coalesce(current_setting('pulso.unrecorded', true), '') <> 'on' and coalesce(current_setting('pulso.restoring', true), '') <> 'on'
  then
    execute 'select ' || tg_argv[2] into owner using changed;
    if owner is not null and position(format(' %s %s;', tg_argv[0], owner) in remembered) = 0 then
      execute format('select %I($1)', tg_argv[1]) into parts using owner;
      perform set_config('pulso.parts', format('%s %s %s;', remembered, tg_argv[0], owner), true),
        set_config(format('pulso.parts_%s_%s', tg_argv[0], owner), parts::text, true);
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- At the end of the transaction: the first row that gets here records the changes of all that was remembered of these things.
create or replace function record_parts() returns trigger language plpgsql as $$
declare
  remembered text := current_setting('pulso.parts', true);
  owner integer;
  before jsonb;
  after jsonb;
  whole jsonb;
  changes jsonb;
begin
  if remembered = '' or position(format(' %s ', tg_argv[1]) in remembered) = 0 then return null; end if;
  perform set_config('pulso.parts', regexp_replace(remembered, format(' %s \d+;', tg_argv[1]), '', 'g'), true);
  for owner in select hit[1]::integer from regexp_matches(remembered, format(' %s (\d+);', tg_argv[1]), 'g') hit loop
    before := current_setting(format('pulso.parts_%s_%s', tg_argv[1], owner));
    execute format('select %I($1), to_jsonb(t) from %I t where id = $1', tg_argv[2], tg_argv[1]) into after, whole using owner;
    -- What is gone took its parts along.
    continue when whole is null;
    select jsonb_object_agg(field, jsonb_build_array(before -> field, after -> field)) into changes
    from (select jsonb_object_keys(before) union select jsonb_object_keys(after)) fields (field)
    where before -> field is distinct from after -> field;
    continue when changes is null;
    insert into events (act, actor_id, address, entity, entity_id, user_id, action, changes, data)
    values (current_act(), nullif(current_setting('pulso.actor', true), '')::integer,
      nullif(current_setting('pulso.address', true), ''), tg_argv[0], owner,
      case when tg_argv[1] = 'users' then owner else (whole ->> 'owner_id')::integer end, 'changed', changes,
      jsonb_strip_nulls(jsonb_build_object('name', left(coalesce(whole ->> 'title', whole ->> 'name'), 500),
        'by', nullif(current_setting('pulso.system', true), ''))));
  end loop;
  return null;
end $$;

create or replace function exercise_parts(exercise integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg('sets.' || set_number, jsonb_strip_nulls(jsonb_build_object(
    'reps', reps, 'duration_seconds', duration_seconds, 'weight', weight, 'rest_seconds', rest_seconds))), '{}')
  from exercise_sets where exercise_id = exercise
$$;

create or replace function training_parts(training integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg('training_days.' || day_number, jsonb_build_object(
    'title', left(d.title, 500), 'description', left(d.description, 500), 'is_rest_day', is_rest_day,
    'exercises', array(
      select jsonb_strip_nulls(jsonb_build_object('exercise_id', e.exercise_id, 'sets', e.sets,
        'superset', nullif(e.superset, false), 'note', nullif(e.note, '')))
      from training_day_exercises e where e.training_day_id = d.id order by order_index))), '{}')
  from training_days d where training_id = training
$$;

create or replace function package_parts(package integer) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'trainings', array(select training_id from package_trainings where package_id = package order by order_index),
    'diets', array(select diet_id from package_diets where package_id = package order by order_index))
$$;

-- What an event tells is signed with a salt of its own: without it, once erased, nobody can guess what stood there.
create or replace function event_digest(salt uuid, address text, changes jsonb, data jsonb) returns bytea
  language sql immutable parallel safe
  return sha256(convert_to(format('%s|%s|%s|%s', salt, address, changes, data), 'UTF8'));

create or replace function sign_event() returns trigger language plpgsql as $$
begin
  new.salt := gen_random_uuid();
  new.digest := sha256(convert_to(format('%s|%s|%s|%s', new.salt, new.address, new.changes, new.data), 'UTF8'));
  return new;
end $$;

-- An event never changes. Only what it tells may be taken from it, and its salt with it.
create or replace function keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.salt is null
    and (new.id, new.act, new.at, new.actor_id, new.entity, new.entity_id, new.user_id, new.action, new.digest)
      is not distinct from (old.id, old.act, old.at, old.actor_id, old.entity, old.entity_id, old.user_id, old.action, old.digest)
    and (new.address is null or new.address = old.address) and (new.data is null or new.data = old.data)
    and (new.changes is null or old.changes @> new.changes)
  then
    return new;
  end if;
  raise exception 'an event is never changed' using errcode = 'restrict_violation';
end $$;

-- All that is told of a person, and from where he acted, or somebody tried to in his name. That it happened, when, who did it and
-- which access it gave stay.
create or replace function erase_person_events(person integer) returns void language plpgsql as $$
begin
  update events set salt = null, data = null, changes = (
    select jsonb_object_agg(key, value) from jsonb_each(changes)
    where entity in ('account', 'user') and key in ('role', 'status', 'password'))
  where user_id = person or (entity = 'account' and entity_id = person);
  update events set salt = null, address = null
  where (actor_id = person or (actor_id is null and user_id = person)) and address is not null;
end $$;

-- The content with which things began that nobody can restore any more.
create or replace function erase_removed_events(erased text, ids integer[]) returns void language sql as $$
  update events set salt = null, changes = null
  where entity = erased and entity_id = any(ids) and action = 'added' and changes is not null
$$;

-- The digest of a range of events and of the seal before.
create or replace function seal_digest(previous bytea, after_id bigint, last_id bigint) returns bytea language sql stable as $$
  select sha256(previous || coalesce(string_agg(sha256(convert_to(format('%s|%s|%s|%s|%s|%s|%s|%s|%s', id, act,
    extract(epoch from at), actor_id, entity, entity_id, user_id, action, encode(digest, 'hex')), 'UTF8')), '' order by id), ''))
  from events where id > after_id and id <= last_id
$$;

-- Seals each day in Buenos Aires that ended before a moment, by which all that was written on it is committed.
create or replace function seal_events(until timestamptz) returns void language plpgsql as $$
declare
  seal event_seals;
  next_day date;
  ends timestamptz;
begin
  lock table event_seals in share row exclusive mode;
  loop
    select * into seal from event_seals order by day desc limit 1;
    select greatest((at at time zone 'America/Argentina/Buenos_Aires')::date, seal.day + 1) into next_day
    from events where id > coalesce(seal.last_id, 0) order by id limit 1;
    ends := (next_day + 1)::timestamp at time zone 'America/Argentina/Buenos_Aires';
    exit when ends is null or ends > until;
    insert into event_seals (day, last_id, events, digest)
    select next_day, last_id, (select count(*) from events where id > coalesce(seal.last_id, 0) and id <= range.last_id),
      seal_digest(coalesce(seal.digest, ''), coalesce(seal.last_id, 0), last_id)
    from (select max(id) as last_id from events where id > coalesce(seal.last_id, 0) and at < ends) range;
  end loop;
end $$;

-- True if an event of the range tells something else than when it was written. What is erased must have somebody erased, or something
-- removed, to it; sessions of clients, which earlier versions told of, are told of no more.
create or replace function has_altered_event(after_id bigint, last_id bigint) returns boolean language sql stable as $$
  select exists (
    select from events e
    where id > after_id and id <= last_id and case
      when salt is not null then digest is distinct from event_digest(salt, address, changes, data)
      else e.entity <> 'workout' and not exists (
        select from events erasure
        where erasure.entity = 'account' and erasure.action = 'erase' and erasure.entity_id in (e.user_id, e.actor_id, e.entity_id))
        and not (e.action = 'added' and exists (
          select from events removal
          where removal.entity = e.entity and removal.entity_id = e.entity_id and removal.action = 'removed')) end)
$$;

-- The id of the first event at or after a moment, found by halving: ids grow with time.
create or replace function event_id_at(moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(id) from events), 0) + 1;
  middle record;
begin
  while low < high loop
    select id, at into middle from events where id >= (low + high) / 2 order by id limit 1;
    if middle.id is null or middle.at >= moment then high := (low + high) / 2; else low := middle.id + 1; end if;
  end loop;
  return low;
end $$;
