-- From the demonstration to one's own business.
create table own_business (
  is_only boolean primary key default true check (is_only),
  -- 'new' may be filled with the demonstration, which makes it 'demo'; what somebody began with is 'own' for good.
  stage text not null default 'new' check (stage in ('new', 'demo', 'own')),
  -- Whether the list of first steps is shown.
  first_steps boolean not null default true
);
insert into own_business (stage, first_steps)
select case when count(*) > 1 then 'own' else 'new' end, count(*) <= 1 from users;

-- Null until somebody replaces the password that an account was made with.
alter table users add password_changed_at timestamptz;
create function note_password() returns trigger language plpgsql as $$
begin
  new.password_changed_at := clock_timestamp();
  return new;
end $$;
create trigger note_password before update on users for each row
  when (old.password_hash <> new.password_hash) execute function note_password();
