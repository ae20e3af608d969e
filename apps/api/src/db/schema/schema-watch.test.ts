import { expect, it, onTestFinished } from 'vitest';
import { buildApp } from '#app';
import { watchSchema } from '#db/schema/schema-watch';
import { testApp } from '#test/test-app';

it('L4 a node answers 503, health too, once another has brought the database to a newer schema, and says so once', async () => {
  const app = await testApp();
  const errors: string[] = [];
  const watch = await watchSchema(app.db, { error: (line) => errors.push(line) });
  onTestFinished(watch.stop);
  const { http } = buildApp({ ...app.deps, isOutdated: watch.isOutdated });
  const ask = async () => {
    await watch.check();
    const headers = { authorization: `Bearer ${app.token}` };
    const answers = await Promise.all(['/api/health', '/api/level'].map((url) => http.inject({ url, headers })));
    return answers.map(({ statusCode }) => statusCode);
  };
  expect(await ask()).toEqual([200, 200]);
  await app.ownPool.query(`insert into schema_migrations (name, checksum) values ('9999_future.sql', '')`);
  expect(await ask()).toEqual([503, 503]);
  expect(await ask()).toEqual([503, 503]);
  expect(errors).toEqual([
    'La base de datos ya es de una versión más nueva de Pulso (tiene 9999_future.sql): actualiza este servidor.',
  ]);
  await app.ownPool.query(`delete from schema_migrations where name = '9999_future.sql'`);
  expect(await ask()).toEqual([200, 200]);
});
