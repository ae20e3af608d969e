-- A session that is kept on a device renews itself by a secret, which each renewal replaces. The secret is in the device's
-- cookie; here is the hash of the newest one, and only of a session that is kept.
alter table sessions
  add column kept_hash bytea,
  add column renewed_at timestamptz;
