-- A subscription knows its payment. Both were written by one transaction, so they have the same moment.
alter table user_subscriptions add column payment_id integer references payments;
update user_subscriptions h set payment_id = p.id
from payments p
where p.user_id = h.user_id and p.created_at = h.created_at and p.type = 'subscription'
  and p.item_id = h.subscription_id and p.amount = h.payment_amount;
create unique index user_subscriptions_payment on user_subscriptions (payment_id);
