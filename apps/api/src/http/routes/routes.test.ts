import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { openErrorHandler } from '#http/answers/errors';
import { routesOf } from '#http/routes/routes';
import { sharedApp } from '#test/shared-app';

const getApp = sharedApp();

it('a handler answers data, nothing, or by itself, and no answer leaves an error in the log', async () => {
  const lines: string[] = [];
  const http = fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } });
  onTestFinished(() => http.close());
  http.setErrorHandler(openErrorHandler());
  const route = routesOf(http, getApp(), { permission: 'public' });
  const answer = z.object({ id: z.number() });
  route.post('/made', { creates: true, answer, message: ({ id }) => `Hecho ${id}` }, async () => ({ id: 7 }));
  route.get('/none', { answer }, async () => undefined);
  route.get('/own', { file: 'text/plain' }, async ({ reply }) => reply.type('text/plain').send('propio'));
  const ask = async (method: 'GET' | 'POST', url: string) => {
    const { statusCode, body } = await http.inject({ method, url });
    return [statusCode, body];
  };
  expect(await ask('POST', '/made')).toEqual([201, '{"success":true,"message":"Hecho 7","data":{"id":7}}']);
  expect((await ask('GET', '/none'))[0]).toBe(404);
  expect(await ask('GET', '/own')).toEqual([200, 'propio']);
  expect(lines).toEqual([]);
});
