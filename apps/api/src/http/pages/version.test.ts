import { expect, it } from 'vitest';
import { testApp } from '#test/test-app';
import packageJson from '../../../package.json' with { type: 'json' };

it('M4 administrators are told the version, which is that of the description too', async () => {
  const { version } = packageJson;
  const app = await testApp();
  expect((await app.get('/api/version')).body).toEqual({ success: true, data: { version } });
  expect((await app.get('/api/openapi.json')).body).toHaveProperty('info.version', version);
});
