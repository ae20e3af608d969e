-- A subscription knows its payment. Both were written by one transaction, so they have the same moment. Should two
-- subscriptions fit one payment, it is the first one's.
alter table user_subscriptions add column payment_id integer references payments;
update user_subscriptions h set payment_id = paid.payment_id
from (
  select min(h.id) as id, p.id as payment_id
  from user_subscriptions h join payments p on p.user_id = h.user_id and p.created_at = h.created_at
    and p.type = 'subscription' and p.item_id = h.subscription_id and p.amount = h.payment_amount
  group by p.id
) paid
where h.id = paid.id;
create unique index user_subscriptions_payment on user_subscriptions (payment_id);
