-- Every change of a row renews it; the version lets a client notice that somebody else has saved meanwhile.
create or replace function renew_row() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := clock_timestamp();
  return new;
end $$;
