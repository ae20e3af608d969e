-- Which backups stay depends on how they were made, and one that somebody may have to go back to is never removed by itself.
-- How those of before were made nobody knows: scheduled ones are kept for longer.
alter table backups
  add made_by text not null default 'schedule' check (made_by in ('schedule', 'panel', 'command')),
  add pinned boolean not null default false;

-- What was created in a demonstration after this moment is the work of people, not of the filler.
alter table own_business add filled_at timestamptz;
-- The filler dates its rows up to ten past midnight of the day on which it runs, which is at the first start. After a restore the
-- migrations are younger than the first account.
update own_business set filled_at = interval '10 minutes' + least(
  (select min(applied_at) from schema_migrations), (select min(created_at) from users where role = 'ADMIN'))
where stage = 'demo';
