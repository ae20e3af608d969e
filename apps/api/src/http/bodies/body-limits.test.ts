import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TEXT_LENGTH } from '@pulso/contract/kit/fields';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bodyLimits } from '#http/bodies/body-limits';
import { exceedsBounds } from '#http/bodies/bounds';
import type { DocumentedRoute } from '#http/routes/route-docs';
import { listen } from '#test/raw-http';
import { sharedApp } from '#test/shared-app';

const escapedText = (length: number) => `"${String.raw`\u00e9`.repeat(length)}"`;
const SHORT_TEXT_LENGTH = 30;

const maxLength = (schema: z.core.$ZodType): number | undefined => {
  const { maxItems, maxLength: most } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return maxItems ?? most;
};

/** The longest text that the schema may take, spelt as long as may be. Rules of single fields are not looked at: they only shorten it. */
function longestText(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return longestText(schema.def.innerType);
  if (schema instanceof z.ZodMiniPipe)
    return longestText(schema.def.in instanceof z.ZodMiniTransform ? schema.def.out : schema.def.in);
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape);
    return `{ ${fields.map(([name, field]) => `"${name}": ${longestText(field)}`).join(', ')} }`;
  }
  if (schema instanceof z.ZodMiniArray)
    return `[ ${Array<string>(maxLength(schema) ?? 7)
      .fill(longestText(schema.def.element))
      .join(', ')} ]`;
  if (schema instanceof z.ZodMiniRecord) return `{ "a": ${escapedText(600)} }`;
  if (schema instanceof z.ZodMiniString) return escapedText(maxLength(schema) ?? SHORT_TEXT_LENGTH);
  if (schema instanceof z.ZodMiniEnum) return '"a-word-of-a-list"';
  return '-999999999999.99';
}

const nameOf = ({ method, url }: DocumentedRoute) => `${method} ${url}`;

/** Those whose longest valid body is longer than is read. */
const LARGEST = [
  'POST /api/training',
  'PATCH /api/training/:id',
  'POST /api/assignment/:id/personal',
  'POST /api/user/:id/personal',
  'PUT /api/my/workouts/:workout',
];

/** Whose notices are as long as another company writes them. */
const WEBHOOK = 'POST /api/mercadopago/webhook';

describe('how much of a body a route reads', () => {
  const shared = sharedApp();

  it('X13 follows from its schema: the longest valid body fits, but for a year of days that are full of text', () => {
    const reading = shared().routes.filter(({ body }) => body);
    expect(reading.length).toBeGreaterThan(40);
    const unfit = reading.filter((route) => {
      const limits = bodyLimits(route);
      const body = longestText(route.body!);
      return body.length > limits.bytes || exceedsBounds(body, limits);
    });
    expect(unfit.map(nameOf)).toEqual(LARGEST);
  });

  it('X13 is four kilobytes for strangers but Mercado Pago and where none is read, and beyond 300 only for the days of a training', () => {
    const bytesOf = (route: DocumentedRoute) => bodyLimits(route).bytes;
    const { routes } = shared();
    for (const route of routes.filter(({ body, permission }) => !body || permission === 'public'))
      expect(bytesOf(route), nameOf(route)).toBe(nameOf(route) === WEBHOOK ? 65_536 : 4_096);
    const beyond = routes.filter((route) => bytesOf(route) > 307_200).map(nameOf);
    expect(beyond).toEqual(LARGEST.filter((route) => !route.startsWith('PUT')));
    expect(Math.max(...routes.map(bytesOf))).toBe(2_162_688);
    const ids = ['POST /api/notifications/send', 'POST /api/price-rise', 'POST /api/user/bulk'];
    const lists = [...LARGEST, ...ids, 'PATCH /api/import/:id'];
    const texts = ['PATCH /api/business'];
    const large = routes.filter((route) => bytesOf(route) > 131_072).map(nameOf);
    expect(large.sort()).toEqual([...lists, ...texts].sort());
  });

  it('X13 lets the longest texts through, however they are written', async () => {
    const app = shared();
    const send = (description: string) =>
      app.send('POST', '/api/type-diet', {
        token: app.token,
        headers: { 'content-type': 'application/json' },
        payload: `{"name":${escapedText(150)},"description":${description}}`,
      });
    expect((await send(escapedText(TEXT_LENGTH))).status).toBe(201);
    expect((await send(`"${'€'.repeat(TEXT_LENGTH)}"`)).status).toBe(201);
    expect((await send(escapedText(TEXT_LENGTH + 1))).status).toBe(400);
    const year = Array.from({ length: 366 }, (_, index) => ({
      day_number: index + 1,
      title: 'Piernas y espalda',
      description: 'x'.repeat(300),
      exercises: Array.from({ length: 50 }, () => 123_456),
    }));
    const { body } = await app.form('POST', '/api/training', { training_days: JSON.stringify(year) });
    expect(body.errors).not.toHaveProperty('training_days');
  });

  it('X13 lets through a year of days with what every exercise asks for', async () => {
    const set = { reps: 10, reps_max: null, seconds: null, weight: 62.5, rest: 90 };
    const asked = { sets: [set, set, set, set], superset: false, note: 'Baja en tres segundos' };
    const year = Array.from({ length: 366 }, (_, index) => ({
      day_number: index + 1,
      exercises: Array.from({ length: 12 }, () => 123_456),
      prescriptions: Array.from({ length: 12 }, () => asked),
    }));
    const text = JSON.stringify(year);
    expect(text.length).toBeGreaterThan(1_400_000);
    const { status, body } = await shared().form('POST', '/api/training', { training_days: text });
    expect([status, Object.keys(body.errors)]).toEqual([400, expect.not.arrayContaining(['body', 'training_days'])]);
  });

  it.each([
    ['empty lists', `[${'[],'.repeat(210_000)}1]`],
    ['different keys', `[${Array.from({ length: 22_000 }, (_, at) => `{"${at}":1}`).join()}]`],
    ['levels', `${'['.repeat(40)}${']'.repeat(40)}`],
  ])('X13 holds for a list that is JSON inside a text: %s', async (_case, text) => {
    const app = shared();
    const days = await app.form('POST', '/api/training', { training_days: text });
    expect(days.body.errors).toEqual({ body: 'No se puede leer lo enviado' });
    const { body } = await app.json('POST', '/api/package', { trainings: text.slice(0, 20_000) + text.slice(-40) });
    expect(body.errors).toEqual({ body: 'No se puede leer lo enviado' });
  });

  it('X13 holds for all texts of a form together', async () => {
    const app = shared();
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 'x'.repeat(10_000)]));
    expect((await app.form('POST', '/api/level', { title: 'Inicial', ...fields(2) })).status).toBe(201);
    const { status, body } = await app.form('POST', '/api/level', { title: 'Inicial', ...fields(4) });
    expect([status, body.message]).toEqual([413, 'Lo enviado es demasiado grande']);
  });

  it('X13 is all that the server keeps of those that stop one byte short', async () => {
    const { open } = await listen(shared().http);
    const MEGABYTE = Buffer.alloc(1_048_576, ' ');
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const kept = () => {
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = kept();
    const sockets = await Promise.all(Array.from({ length: 60 }, open));
    const answers = sockets.map(async (socket) => {
      socket.write('POST /api/auth/login HTTP/1.1\r\nHost: pulso\r\nContent-Type: application/json\r\n');
      socket.write(`Content-Length: ${MEGABYTE.length}\r\n\r\n`);
      socket.write(MEGABYTE.subarray(1));
      const [answer] = await new Promise<Buffer[]>((resolve) => socket.once('data', (...all) => resolve(all)));
      return answer?.toString('latin1', 9, 12);
    });
    // Answered although none of them has ended.
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['413']));
    await expect.poll(() => kept() - before).toBeLessThan(10 * MEGABYTE.length);
    for (const socket of sockets) socket.destroy();
  });
});
