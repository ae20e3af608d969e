-- Notifications that arrive: whose devices there are, and what is still to be delivered to which.

create table devices (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  provider text not null check (provider in ('fcm', 'webpush')),
  -- Firebase's registration token, or the address of a browser's subscription.
  token text not null,
  -- A token may be longer than an index takes; its hash is as unique as the token.
  token_hash bytea not null unique,
  platform text not null check (platform in ('android', 'ios', 'web')),
  p256dh text,
  auth text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  check ((provider = 'webpush') = (p256dh is not null and auth is not null))
);
create index on devices (user_id);
create index on devices (seen_at);

-- To queue a row for each of a hundred thousand devices would take longer than an administrator should wait. So the
-- notification itself is queued, with the range of devices it goes to; workers turn the range into deliveries, a piece
-- at a time, and `last_device` says how far they are.
alter table notifications
  add column providers text[] not null default '{}',
  add column last_device integer not null default 0,
  add column up_to_device integer not null default 0,
  add column queued integer not null default 0,
  add column recipients integer not null default 0,
  add column delivered integer not null default 0,
  add column failed integer not null default 0;
create index notifications_to_queue on notifications (id) where last_device < up_to_device;

-- What is not delivered yet, and when to try; what is finished is counted in the notification and leaves. No reference
-- to devices: one may go meanwhile, and whoever comes to deliver finds that out.
create table deliveries (
  notification_id integer not null references notifications,
  device_id integer not null,
  provider text not null,
  attempts integer not null default 0,
  -- Taken by a worker, it is due again when that one must have ended or died.
  due_at timestamptz not null default now(),
  primary key (notification_id, device_id)
);
create index on deliveries (provider, due_at);

-- What is wrong with a provider as a whole; while it is blocked, nobody tries.
create table provider_troubles (
  provider text primary key,
  trouble text not null check (trouble in ('credentials', 'unreachable')),
  since timestamptz not null default now(),
  blocked_until timestamptz not null
);
