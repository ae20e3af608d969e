import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { assignmentAnswer } from '@pulso/contract/coaching/courses';
import { today } from '@pulso/contract/kit/dates';
import { activeDay, contentOf } from '#test/content';
import { expectAnswer, quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

const document = readFileSync(new URL('../../../docs/app.md', import.meta.url), 'utf8');

type Example = { command: string; answer: unknown };

/** Every curl of the document with the answer that stands below it. */
const examples = [...document.matchAll(/```sh\n(curl [^`]+?)\n```\n\n```json\n([^`]+)```/g)].map(
  ([, command = '', answer = '']): Example => ({ command, answer: JSON.parse(answer) }),
);

/** Splits a command as a shell would: words, with or without quotes. */
function splitCommand(command: string, variables: Record<string, string>): string[] {
  const filled = command.replace(/\$([A-Z_]+)/g, (_, name: string) => variables[name] ?? '');
  return [...filled.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare!,
  );
}

/** Runs a command as curl would, for the options that the document uses. */
async function runCommand({ send }: TestApp, command: string, variables: Record<string, string>) {
  const [, ...words] = splitCommand(command, variables);
  let [method, path, payload] = ['GET', '', undefined as string | undefined];
  const headers: Record<string, string> = {};
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-s') continue;
    if (word === '-X') method = words.shift()!;
    else if (word === '-d') payload = words.shift();
    else if (word === '-H') {
      const [name = '', value = ''] = words.shift()!.split(': ');
      headers[name.toLowerCase()] = value;
    } else path = word;
  }
  return send(method, path, { headers, payload });
}

/** Names, types and the texts that a person reads: ids, times and tokens differ each time. */
function shapeOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => shapeOf(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner, key)]));
  const isFixed = ['success', 'message', 'title', 'body', 'role', 'status', 'username', 'provider', 'platform'];
  return isFixed.includes(name) ? value : value === null ? null : typeof value;
}

it('docs/app.md: each call answers what stands below it', async () => {
  const app = await testApp({ passwords: quickPasswords });
  const ana = await app.addUser({ username: 'ana', name: 'Ana Paz', role: 'CLIENT', password: 'una-clave-propia' });
  const notification = {
    title: 'Feriado del lunes',
    body: 'El lunes abrimos de 9 a 13.',
    data: { pantalla: 'novedades' },
  };
  await app.json('POST', '/api/notifications/send-to-all', notification);
  const { id: training } = await contentOf(app).training({
    title: 'Fuerza',
    training_days: JSON.stringify([{ ...activeDay(1, [(await contentOf(app).exercise()).id]), title: 'Piernas' }]),
  });
  const followed = { training_id: training, user_ids: [ana.id], starts_on: today(), mode: 'sequence' };
  const { made } = expectAnswer(await app.json('POST', '/api/assignment', followed), assignmentAnswer, 201);
  const [TOKEN, OLD_TOKEN] = [await app.login(ana), await app.login(ana)];
  const known = { TOKEN, OLD_TOKEN, COURSE: `a${made[0]!.id}`, TRAINING: String(training), TODAY: today() };
  expect(examples.length).toBe(document.match(/^curl /gm)?.length);
  for (const { command, answer } of examples) {
    const { body } = await runCommand(app, command, { PULSO: '/api', ...known });
    expect(shapeOf(body), command).toEqual(shapeOf(answer));
  }
  // The session that the document logs out is over.
  expect((await app.get('/api/notifications/mine', OLD_TOKEN)).status).toBe(401);
});
