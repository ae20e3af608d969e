-- Section 16 of the money document: what an accountant found where a rule met a case that nobody had written down.
lock table users, client_accounts, payments, debts;

-- A period that covers nothing owes nothing.
update debts d set owed = 0, closed_as = 'anulada', closed_on = (now() at time zone 'America/Argentina/Buenos_Aires')::date
from user_subscriptions p where p.id = d.period_id and isempty(p.covers) and d.closed_on is null;

-- The day that a client told is stored with a payment to verify. One refund or several may reverse a charge in parts. A payment
-- that waited for another write about its client is newer than it.
alter table payments
  add claimed_on date,
  alter created_at set default clock_timestamp(),
  drop constraint payments_reverses_key;
create index on payments (reverses) where reverses is not null;

-- Several prices of one day stand in the order in which they were set. One that was taken away stays in the history.
alter table prices drop constraint prices_kind_item_id_user_id_valid_from_key, add removed_on date;
create index on prices (kind, item_id, valid_from, id) where user_id is null;
create index on prices (kind, item_id);

-- A promise is kept by its amount, or by any money if it named none, and open again when that money is taken back.
alter table client_accounts
  add promised_at timestamptz,
  add promise_paid numeric(20, 2) not null default 0,
  add open_promise date generated always as
    (case when promise_paid < coalesce(promised_amount, 0.01) then promised_on end) stored;
update client_accounts set promised_at = now() where promised_on is not null;
drop index client_accounts_promised_on_user_id_idx;
create index on client_accounts (open_promise, user_id) where open_promise is not null;

-- load functions/client_accounts.sql efefdd220a6b
-- load functions/prices.sql 1ab27ab61fc8

-- Everybody who owes, whether the account is active or not.
delete from debt_tally;
select make_tally('debt_tally', '{clients, owed}', '
  1 as clients, a.owed from client_accounts a join users u on u.id = a.user_id
  where a.owed > 0 and u.deleted_at is null');

-- Active accounts that promised to pay, with the rest of the sums that they named; by the plan if they named none.
alter table promise_tally add amount numeric(20, 2) not null default 0;
delete from promise_tally;
select make_tally('promise_tally', '{clients, amount}', '
  a.open_promise as promised_on, case when a.promised_amount is null then u."suscriptionId" end as plan_id, 1 as clients,
    coalesce(a.promised_amount - a.promise_paid, 0) as amount
  from client_accounts a join users u on u.id = a.user_id
  where a.open_promise is not null and u.status and u.deleted_at is null');
