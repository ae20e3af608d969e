-- A folded word as it is heard: must match the contract's `soundOf`.
create or replace function sound_of(word text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(regexp_replace(replace(translate(regexp_replace(regexp_replace(
    replace(replace(word, 'ph', 'f'), 'h', ''),
    'qu(?=[ei])|q', 'k', 'g'), 'c(?=[ei])|z', 's', 'g'), 'cv', 'kb'), 'll', 'y'),
    'j(?=[ei])', 'g', 'g'), 'y(?![aeiou])', 'i', 'g'), '(.)\1+', '\1', 'g') collate "C";

-- A text and all that lack one of its letters: two texts that are one edit apart share one of them.
create or replace function shortened(value text) returns text[]
  language sql immutable strict parallel safe
  return array(select overlay(value placing '' from place for 1) from generate_series(1, length(value)) place) || value;

-- The words of a name, given the search text of a user.
create or replace function words_of_name(search text) returns setof text
  language sql immutable strict parallel safe rows 3
begin atomic
  select distinct word
  from regexp_split_to_table(split_part(search, chr(31), 1), '[[:space:][:punct:][:cntrl:]0-9]+') word
  where length(word) > 2;
end;

create or replace function collect_name_words() returns trigger language plpgsql as $$
begin
  -- Of many users most share their names. Sorted, so that two writes at once do not wait for each other.
  insert into name_words
  select distinct word from (select distinct split_part(search, chr(31), 1) as name from after) names, words_of_name(name) word
  order by word on conflict do nothing;
  return null;
end $$;

-- A word that nobody has any more goes with the name that had it: it may be of somebody whose data were erased.
create or replace function change_name_words() returns trigger language plpgsql as $$
begin
  insert into name_words select words_of_name(new.search) order by 1 on conflict do nothing;
  delete from name_words w
  where w.word in (select words_of_name(old.search) except select words_of_name(new.search))
    and not exists (select from users u where u.deleted_at is null and u.search like '%' || w.word || '%')
    and not exists (select from users u where u.deleted_at is not null and u.search like '%' || w.word || '%');
  return null;
end $$;
