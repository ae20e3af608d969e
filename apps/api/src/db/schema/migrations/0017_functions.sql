-- Every SQL function has its place in a file of functions/. Whoever changes one has a new migration load the file.
-- load functions/access.sql 2aef63d0066b
-- load functions/client_accounts.sql fc31bcf6010a
-- load functions/payments.sql aea272b4dc8d
-- load functions/prices.sql a73dd6a3246c
-- load functions/rows.sql 60e02a99cd9c
-- load functions/tallies.sql 0c821775bc7f
-- load functions/text.sql 8b79a9b60e3a

-- The four tallies follow their queries as before, and hold what they held: nothing is counted again, and writes wait for
-- milliseconds however many rows there are. They are locked in the order in which writes about money take them.
lock table users, client_accounts, payments;
drop function tally_users, tally_payments, tally_debts, tally_new_debts, tally_debtors, tally_promises, tally_new_promises,
  tally_promisers cascade;

select make_tally('user_tally', '{change}', '
  role, status as active, case when suscription_status then suscription_end end as subscribed_until,
    "suscriptionId" as plan_id, 1 as change
  from users where deleted_at is null');

select make_tally('payment_days', '{rows, amount}', '
  day, kind, user_id is not null as of_client, type, payment_method, status, recorded_by, 1 as rows, amount from payments');

-- Active accounts that owe.
select make_tally('debt_tally', '{clients, owed}', '
  1 as clients, a.owed from client_accounts a join users u on u.id = a.user_id
  where a.owed > 0 and u.status and u.deleted_at is null');

-- Active accounts that promised to pay, by the day and the plan.
select make_tally('promise_tally', '{clients}', '
  a.promised_on, u."suscriptionId" as plan_id, 1 as clients from client_accounts a join users u on u.id = a.user_id
  where a.promised_on is not null and u.status and u.deleted_at is null');
