import { describe, expect, it } from 'vitest';
import { listen } from '#test/raw-http';
import { sharedApp } from '#test/shared-app';

const PATH = '/api/level';

const getApp = sharedApp();

describe('the door', () => {
  it('T1 opens to one bearer token in its header, and to nothing else', async () => {
    const app = getApp();
    const { request } = await listen(app.http);
    const status = async (...headers: string[]) => (await request(`GET ${PATH}`, headers)).status;
    const { token } = app;
    const right = `Authorization: Bearer ${token}`;
    expect(await status(right)).toBe(200);
    expect(await status(`authorization: bearer ${token}`)).toBe(200);
    expect(await status(`AUTHORIZATION: BEARER ${token}`)).toBe(200);

    const closed = [
      [],
      ['Authorization:'],
      ['Authorization: Bearer'],
      ['Authorization: Bearer '],
      [`Authorization: Bearer  ${token}`],
      [`Authorization: Bearer ${token} x`],
      [`Authorization: Bearer ${token},${token}`],
      [`Authorization: Bearer "${token}"`],
      [`Authorization: ${token}`],
      [`Authorization: Token ${token}`],
      [`Authorization: Basic ${Buffer.from('admin:clave-segura').toString('base64')}`],
      [right, right],
      [right, 'Authorization: Bearer x.y.z'],
      ['Authorization: Bearer x.y.z', right],
      [`Proxy-Authorization: Bearer ${token}`],
      [`X-Access-Token: ${token}`],
      [`Cookie: token=${token}; access_token=${token}`],
    ];
    for (const headers of closed) expect(await status(...headers), headers.join('; ')).toBe(401);
    for (const query of [`token=${token}`, `access_token=${token}`, `authorization=Bearer%20${token}`])
      expect((await request(`GET ${PATH}?${query}`)).status).toBe(401);
  });

  it('T18 does not believe what a client says of itself', async () => {
    const app = getApp();
    const token = await app.login(await app.addUser({ role: 'CLIENT' }));
    const headers = {
      cookie: 'rol=ADMIN; userId=1; username=admin; nombre=<b>Admin</b>; sesion=true',
      'x-role': 'ADMIN',
      'x-user-id': '1',
    };
    expect((await app.send('GET', PATH, { token, headers })).status).toBe(403);
  });

  it('T13 lets no other site in: no call counts without the header, and no answer allows one', async () => {
    const app = getApp();
    const ambient = { cookie: `token=${app.token}`, origin: 'https://otro.ejemplo' };
    const before = (await app.get('/api/type-diet')).raw;
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json',
    ])
      for (const [method, path] of [
        ['POST', '/api/type-diet'],
        ['DELETE', '/api/user/1'],
        ['PATCH', '/api/user/1'],
      ] as const) {
        const headers = { ...ambient, 'content-type': type };
        const { status } = await app.send(method, path, { headers, payload: '{"name":"Ajena"}' });
        expect(status, `${method} ${path} as ${type}`).toBe(401);
      }
    expect((await app.get('/api/type-diet')).raw).toBe(before);

    const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
    for (const origin of ['https://otro.ejemplo', 'null', 'http://localhost:3000'])
      for (const answer of [
        await app.send('OPTIONS', PATH, { headers: { origin, ...preflight } }),
        await app.send('GET', PATH, { token: app.token, headers: { origin } }),
      ]) {
        const allowing = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
        expect(allowing).toEqual([]);
      }
  });
});
