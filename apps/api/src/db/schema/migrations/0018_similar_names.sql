-- load functions/search.sql 7831b0840b6b

-- The words of all names, by which a search that finds nobody is corrected. They are few however many users there are.
create table name_words (
  word text collate "C" primary key,
  sound text collate "C" not null generated always as (sound_of(word)) stored
);
create index name_words_sound on name_words (sound);
create index name_words_shortened on name_words using gin (shortened(sound));

lock table users in share row exclusive mode;
-- Of each name once: many share theirs, and taking a name apart takes longer than to find that it is there already.
insert into name_words
select distinct word from (select distinct split_part(search, chr(31), 1) as name from users) names, words_of_name(name) word;
create trigger collect_name_words after insert on users
  referencing new table as after for each statement execute function collect_name_words();
create trigger change_name_words after update of name on users
  for each row when (old.name <> new.name) execute function change_name_words();
