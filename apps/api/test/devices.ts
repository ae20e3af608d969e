import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { openBrowser, type Browser } from '#test/push-browser';

type Wanted = { fcm?: number; webpush?: number; address?: string; users?: 'active' | 'inactive' | 'deleted' };
let made = 0;

/** A user for each, straight into the tables; answers their tokens, and the browsers that can read what they get. */
export async function addDevices(db: Db, { fcm = 0, webpush = 0, address, users = 'active' }: Wanted) {
  const browsers = new Map<string, Browser>();
  const devices = Array.from({ length: fcm + webpush }, (_, index) => {
    made += 1;
    if (index < fcm) return { provider: 'fcm', platform: 'android', token: `token-${made}`, p256dh: null, auth: null };
    const browser = openBrowser();
    const token = `${address ?? 'https://updates.push.services.mozilla.com'}/wpush/v2/${made}`;
    browsers.set(token, browser);
    return { provider: 'webpush', platform: 'web', token, ...browser.keys };
  });
  const rows = devices.map((device) => ({
    ...device,
    hash: createHash('sha256').update(device.token).digest('hex'),
    username: `app.${createHash('sha256').update(device.token).digest('hex').slice(0, 20)}`,
  }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        r (provider text, platform text, token text, p256dh text, auth text, hash text, username text)
    ), people as (
      insert into users (name, gender, username, phone, password_hash, status, deleted_at)
      select 'Del app', 'Female', username, '1123456789', 'x', ${users !== 'inactive'},
        case when ${users === 'deleted'} then now() end
      from given returning id, username
    )
    insert into devices (user_id, provider, token, token_hash, platform, p256dh, auth)
    select people.id, provider, token, decode(hash, 'hex'), platform, p256dh, auth
    from given join people using (username)`.execute(db);
  return { tokens: devices.map(({ token }) => token), browsers };
}
