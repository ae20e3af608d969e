-- Every answer about a user says his last pause, and few users have any.
create index user_subscriptions_pauses on user_subscriptions (user_id) where kind = 'pause';
