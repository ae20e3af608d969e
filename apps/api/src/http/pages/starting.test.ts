import { expect, it, onTestFinished } from 'vitest';
import { openStartingServer } from '#http/pages/starting';

async function openServer() {
  const server = await openStartingServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(server.close);
  const request = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
  return { ...server, request };
}

it('M2 health says that it starts or upgrades, and that the process lives; nothing is answered with a success', async () => {
  const { request, enter } = await openServer();
  const health = async () => {
    const answer = await request('/api/health');
    return [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { state: string }).state];
  };
  expect(await health()).toEqual([503, '5', 'iniciando']);
  enter('actualizando');
  expect(await health()).toEqual([503, '5', 'actualizando']);
  expect((await request('/api/health/live')).status).toBe(200);
  const write = await request('/api/level', { method: 'POST', body: '{}' });
  expect([write.status, await write.json()]).toEqual([
    503,
    {
      success: false,
      message: 'Pulso se está actualizando. Puede tardar unos minutos, y nada se pierde.',
      state: 'actualizando',
    },
  ]);
});

it('M2 a person sees a page that looks again by itself', async () => {
  const { request } = await openServer();
  const page = await request('/usuarios', { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  const text = await page.text();
  expect(text).toContain('Pulso se está iniciando');
  expect(text).toContain('http-equiv="refresh"');
});

it('H1 a port in use is an error, and one that was closed is free', async () => {
  const { port, close } = await openServer();
  await expect(openStartingServer({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await close();
  const again = await openStartingServer({ host: '127.0.0.1', port });
  expect(again.port).toBe(port);
  await again.close();
});
