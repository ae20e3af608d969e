import { roles } from '@pulso/contract/accounts/users.labels';
import { describe, expect, it } from 'vitest';
import { APP_PATH, isAppUrl } from '#http/routes/app-cookie';
import type { DocumentedRoute } from '#http/routes/route-docs';
import { cookieOf, enter, openDevice, sendWithCookie } from '#test/access';
import { fieldNames } from '#test/field-names';
import { createUser, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const getApp = sharedApp({ passwords: quickPasswords });

const nameOf = ({ method, url }: DocumentedRoute) => `${method} ${url}`;
const pathOf = ({ url }: DocumentedRoute) => url.replace(/:\w+/g, '1');
const isApps = ({ url }: DocumentedRoute) => isAppUrl(url);
const guarded = () =>
  getApp().routes.filter(({ url, permission }) => url.startsWith('/api') && permission !== 'public');

/** Without authorization nothing of it may be looked at. */
const unreadable = (method: string) =>
  method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, payload: '{"broken":' };

const NAMES_SOMEBODY = /^(users?|users?_ids?|clients?|clients?_ids?|person|person_id|owner|owner_id|username|phone)$/i;

describe('PRV-01 the routes of the clients’ app', () => {
  it('are own, or public to leave by, and are extras', () => {
    const apps = getApp().routes.filter(isApps);
    expect(apps.length).toBeGreaterThan(1);
    for (const { permission, extra, ...route } of apps) {
      const expected = nameOf(route) === 'POST /api/my/leave' ? 'public' : 'own';
      expect([permission, extra], nameOf(route)).toEqual([expected, true]);
    }
  });

  it('declare nobody in path, query or body', () => {
    for (const route of getApp().routes.filter(isApps)) {
      const inPath = [...route.url.slice(APP_PATH.length).matchAll(/:?(\w+)/g)].map(([, name = '']) => name);
      const names = [...inPath, ...fieldNames(route.query), ...fieldNames(route.body)];
      expect(
        names.filter((name) => NAMES_SOMEBODY.test(name)),
        nameOf(route),
      ).toEqual([]);
    }
  });

  it('are all that a client’s token opens with the other own ones, and every other answers 403', async () => {
    const app = getApp();
    const token = await app.login(await app.addUser({ role: 'CLIENT' }));
    for (const route of guarded()) {
      const { status } = await app.send(route.method, pathOf(route), { token, ...unreadable(route.method) });
      if (route.permission === 'own') expect([401, 403], nameOf(route)).not.toContain(status);
      else expect(status, nameOf(route)).toBe(403);
    }
  });

  it.each(roles)(
    'are all that the cookie of a device opens, of a %s too, and every other answers 401',
    async (role) => {
      const app = getApp();
      const username = `cookie.${role.toLowerCase()}`;
      const { id } = await createUser(app, { username, role, password: 'clave-segura' });
      const cookie =
        role === 'CLIENT'
          ? await openDevice(app, id)
          : cookieOf(await enter(app, { username, password: 'clave-segura' }));
      for (const route of guarded()) {
        const { headers, payload } = { headers: {}, payload: undefined, ...unreadable(route.method) };
        const { status } = await app.send(route.method, pathOf(route), { headers: { cookie, ...headers }, payload });
        if (isApps(route)) expect([401, 403], nameOf(route)).not.toContain(status);
        else expect(status, nameOf(route)).toBe(401);
      }
      expect((await sendWithCookie(app, cookie, 'GET', '/api/my/nada')).status).toBe(401);
    },
  );
});
