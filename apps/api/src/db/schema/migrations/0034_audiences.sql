-- Notifications to a group, now or at an hour. Who belongs is asked when one is sent, in pieces, and written down.
alter table notifications
  -- Whom it is for, as the call said: a question, a saved filter with the name that it had, or a list. Null: everybody.
  add column audience jsonb check (jsonb_typeof(audience) = 'object'),
  add column send_at timestamptz,
  add column canceled_at timestamptz,
  -- Of those to a group: when it began to be sent, and when all who belong were written down.
  add column started_at timestamptz,
  add column asked_at timestamptz,
  -- Why it was not sent: the server was off, a backup of before its hour was restored, or its question names what is gone.
  add column unsent text check (unsent in ('late', 'restored', 'gone')),
  -- How far the pieces are, and how many people it goes to.
  add column last_user integer not null default 0,
  add column users integer not null default 0,
  add check (audience is not null or (send_at is null and canceled_at is null and started_at is null and unsent is null));
create index notifications_scheduled on notifications (send_at)
  where send_at is not null and started_at is null and canceled_at is null and unsent is null;
create index notifications_to_ask on notifications (id) where started_at is not null and asked_at is null;
create index notifications_to_all on notifications (id) where audience is null;
create index notifications_to_groups on notifications ((coalesce(canceled_at, started_at, send_at)), id) where audience is not null;

create table notification_recipients (
  notification_id integer not null references notifications,
  user_id integer not null references users,
  sent_at timestamptz not null,
  primary key (notification_id, user_id)
);
-- What a person got, the newest first.
create index on notification_recipients (user_id, sent_at);

select audit_table('notifications', 'notification',
  '{created_by, providers, last_device, up_to_device, queued, recipients, delivered, failed, started_at, asked_at, unsent, last_user, users}');
