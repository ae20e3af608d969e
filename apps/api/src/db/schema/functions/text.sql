-- Lower case without a locale ('C'), so that the embedded and any other PostgreSQL find and sort the same. That knows
-- ASCII only: accented letters come apart first, and those that do not are named.
create or replace function lower_latin(value text) returns text
  language sql immutable strict parallel safe
  return translate(lower(normalize(value, NFKD) collate "C"), 'ÆÐØÞĐĦŁŊŒŦẞ', 'æðøþđħłŋœŧß') collate "C";

-- Search compares texts in this form: compatibility forms unified, accents and case gone.
create or replace function fold(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower_latin(value), '[\u0300-\u036f]', '', 'g') collate "C";

-- Lists sort by this form: as search, but ñ is a letter of its own, after n.
create or replace function sort_key(value text) returns text
  language sql immutable strict parallel safe
  return fold(replace(lower_latin(value), U&'n\0303', 'n~')) collate "C";

-- Usernames differ by their accents: 'peña' and 'pena' are two people, 'PEÑA' is none of its own.
create or replace function username_key(value text) returns text
  language sql immutable strict parallel safe
  return normalize(lower_latin(value), NFKC) collate "C";

-- An instant as the wire has it, for JSON that is made in the database.
create or replace function iso(value timestamptz) returns text
  language sql stable strict parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
