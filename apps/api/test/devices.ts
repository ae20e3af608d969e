import { createHash } from 'node:crypto';
import { createPushBrowser, type PushBrowser } from '@pulso/testing/push-browser';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

type DeviceOptions = {
  fcm?: number;
  webpush?: number;
  /** The push service's address, or one per browser. */
  address?: string | ((index: number) => string);
  users?: 'active' | 'inactive' | 'deleted';
  /** All devices belong to this user. */
  ofOne?: boolean;
};
let deviceCount = 0;

/** Inserts devices, by default with one user each; returns their tokens, and browsers that can decrypt their messages. */
export async function addDevices(
  db: Db,
  {
    fcm = 0,
    webpush = 0,
    address = 'https://updates.push.services.mozilla.com',
    users = 'active',
    ofOne,
  }: DeviceOptions,
) {
  const browsers = new Map<string, PushBrowser>();
  const devices = Array.from({ length: fcm + webpush }, (_, index) => {
    deviceCount += 1;
    if (index < fcm)
      return { provider: 'fcm', platform: 'android', token: `token-${deviceCount}`, p256dh: null, auth: null };
    const browser = createPushBrowser();
    const token = `${typeof address === 'string' ? address : address(index - fcm)}/wpush/v2/${deviceCount}`;
    browsers.set(token, browser);
    return { provider: 'webpush', platform: 'web', token, ...browser.keys };
  });
  const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
  const rows = devices.map((device, position, [first]) => ({
    ...device,
    position,
    hash: hashOf(device.token),
    username: `app.${hashOf(ofOne ? first!.token : device.token).slice(0, 20)}`,
  }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        r (position int, provider text, platform text, token text, p256dh text, auth text, hash text, username text)
    ), people as (
      insert into users (name, gender, username, phone, password_hash, status, deleted_at)
      select 'Del app', 'Female', username, '1123456789', 'x', ${users !== 'inactive'},
        case when ${users === 'deleted'} then now() end
      from (select distinct username from given) g returning id, username
    )
    insert into devices (user_id, provider, token, token_hash, platform, p256dh, auth)
    select people.id, provider, token, decode(hash, 'hex'), platform, p256dh, auth
    from given join people using (username) order by position`.execute(db);
  return { tokens: devices.map(({ token }) => token), browsers };
}
