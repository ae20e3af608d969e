-- Trainers, where the business lets them in, see the clients who are theirs, and nothing about money.
alter table business add trainer_access boolean not null default false;
alter table users add trainer_id integer references users on delete set null;
-- In the order of the list.
create index users_trainer on users (trainer_id, id) where trainer_id is not null;

-- load functions/access.sql 51509f4e6fd9
-- load functions/trainers.sql 17017d879ae2
create trigger keep_trainer_added before insert on users
  for each row when (new.trainer_id is not null) execute function keep_trainer();
create trigger keep_trainer before update of role, trainer_id on users
  for each row when (old.trainer_id is not null or new.trainer_id is not null) execute function keep_trainer();
create trigger leave_clients after update of role, deleted_at on users
  for each row when (old.role = 'TRAINER' and (new.role <> 'TRAINER' or new.deleted_at is not null))
  execute function leave_clients();

select audit_table('business', 'business', '{price_settled_on}');
select audit_table('users', 'user', '{password_changed_at}', '{password_hash}', person => 'id');
