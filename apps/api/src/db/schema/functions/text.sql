-- Lower case without a locale ('C'), so that the embedded and any other PostgreSQL find and sort the same. That knows
-- ASCII only: accented letters come apart first, and those that do not are named.
create or replace function lower_latin(value text) returns text
  language sql immutable strict parallel safe
  return translate(lower(normalize(value, NFKD) collate "C"), 'ÆÐØÞĐĦŁŊŒŦẞ', 'æðøþđħłŋœŧß') collate "C";

-- The three below take a text of ASCII alone, which most are, the short way. They are not strict, because PostgreSQL puts no
-- strict function with a `case` into the query that calls it.

-- Search compares texts in this form: compatibility forms unified, accents and case gone.
create or replace function fold(value text) returns text
  language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value collate "C")
    else regexp_replace(lower_latin(value), '[\u0300-\u036f]', '', 'g') collate "C" end;

-- Lists sort by this form: as search, but ñ is a letter of its own, after n.
create or replace function sort_key(value text) returns text
  language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value collate "C")
    else regexp_replace(replace(lower_latin(value), U&'n\0303', 'n~'), '[\u0300-\u036f]', '', 'g') collate "C" end;

-- Usernames differ by their accents: 'peña' and 'pena' are two people, 'PEÑA' is none of its own.
create or replace function username_key(value text) returns text
  language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value collate "C")
    else normalize(lower_latin(value), NFKC) collate "C" end;

-- An instant as the wire has it, for JSON that is made in the database.
create or replace function iso(value timestamptz) returns text
  language sql stable strict parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
