import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN, logIn } from '@pulso/testing/product';
import { expect, it } from 'vitest';
import { databaseProcesses, runCommand, sharedProduct, startInFolder } from './data-folder';

const sharedSite = sharedProduct();
const runAdmin = (folder: string, args: string[], input?: string) =>
  runCommand('admin', args, { DATA_DIR: folder }, input);

const tryLogin = async (url: string, username: string, password: string) => {
  const body = JSON.stringify({ username, password });
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).status;
};

const generatedPassword = (said: string) => /^Contraseña, que no se vuelve a mostrar: (\S{16})$/m.exec(said)?.[1] ?? '';

it('ACC-26 ACC-27 T5 sessions are listed and ended by command, beside the server', async () => {
  const { folder, url } = sharedSite();
  const client = await logIn(url);
  const worth = async () => (await client.get('/level')).status;

  const listed = await runAdmin(folder, ['sessions']);
  expect(listed).toMatchObject({ status: 0, complaint: '' });
  const [head, row, ...others] = listed.said.split('\n');
  expect([head, others]).toEqual([expect.stringMatching(/^ID +Usuario +Rol +Dirección +Desde +Hasta$/), []]);
  expect(row).toMatch(/^[\da-f-]{36} {2}admin +Administrador +127\.0\.0\.1( +\d\d\/\d\d\/\d{4} \d\d:\d\d){2}$/);
  expect(listed.said).not.toContain(client.token.split('.')[2]);

  // The server notices at the next request.
  expect(await worth()).toBe(200);
  const [session = ''] = row?.split(' ') ?? [];
  expect((await runAdmin(folder, ['end-sessions', session])).said).toBe('Se cerró la sesión de admin.');
  expect(await worth()).toBe(401);
  expect((await runAdmin(folder, ['sessions', 'admin'])).said).toBe('No hay sesiones abiertas.');
  expect(await runAdmin(folder, ['end-sessions', session])).toEqual({
    status: 1,
    said: '',
    complaint: `No se pudo: no hay ninguna sesión abierta con el ID ${session}.`,
  });
});

it('ACC-26 what is wrong with a command is one sentence, and changes nothing', async () => {
  const { folder, url } = sharedSite();
  const refusals: [string[], string, string?][] = [
    [['create', 'otra', '--password-stdin'], 'No se pudo: La contraseña debe tener al menos 4 caracteres', 'abc\n'],
    [['password', 'admin', '--password-stdin'], 'No llegó ninguna contraseña: no se cambió nada.'],
    [['password', 'nadie'], 'No se pudo: no hay ningún usuario nadie.'],
  ];
  for (const [args, complaint, input] of refusals)
    expect(await runAdmin(folder, args, input)).toEqual({ status: 1, said: '', complaint });
  expect(await runAdmin(folder, ['password', 'admin', 'clave'])).toMatchObject({
    status: 1,
    complaint: expect.stringMatching(/^Uso,/),
  });
  expect(await runAdmin(folder, [])).toMatchObject({ status: 0, said: expect.stringMatching(/^Uso,/) });
  expect((await runAdmin(`${folder}/nada`, ['sessions'])).complaint).toBe(
    `No hay datos en ${folder}/nada: no hay cuentas.`,
  );
  expect(await tryLogin(url, 'admin', ADMIN.password)).toBe(200);
});

it('ACC-26 ACC-27 T5 X25 passwords are set and administrators made by command, beside the server', async () => {
  const { folder, url } = sharedSite();
  await runAdmin(folder, ['end-sessions', 'admin']);
  const client = await logIn(url);
  const first = join(folder, 'secrets/first-password');
  await writeFile(first, `Usuario:    ${ADMIN.username}\nContraseña: ${ADMIN.password}\n`);
  const changed = await runAdmin(folder, ['password', 'ADMIN']);
  expect(existsSync(first)).toBe(false);
  expect(changed.said).toMatch(/^La contraseña de admin \(Administrador\) cambió y se cerraron sus sesiones \(1\)\.\n/);
  expect((await client.get('/level')).status).toBe(401);
  expect(await tryLogin(url, 'admin', ADMIN.password)).toBe(401);
  expect(await tryLogin(url, 'admin', generatedPassword(changed.said))).toBe(200);

  const made = await runAdmin(folder, ['create', 'Ñandú', '--name', 'Ana Peña']);
  expect([made.status, made.said.split('\n')[0]]).toEqual([0, 'El administrador Ñandú puede entrar.']);
  const ana = await logIn(url, { username: 'ñandú', password: generatedPassword(made.said) });
  expect((await ana.get('/level')).status).toBe(200);
  expect((await runAdmin(folder, ['end-sessions', 'ñandú'])).said).toBe('Se cerró 1 sesión de Ñandú.');
  expect((await ana.get('/level')).status).toBe(401);
  expect((await runAdmin(folder, ['create', 'ÑANDÚ'])).complaint).toBe(
    'No se pudo: El nombre de usuario ya está en uso',
  );
});

it('ACC-26 ACC-27 T5 whoever is locked out by too many tries gets in again by command, while the server is down', async () => {
  const { folder, url, stop } = sharedSite();
  for (let tries = 0; tries < 10; tries++) await tryLogin(url, 'admin', 'mala');
  expect(await tryLogin(url, 'admin', ADMIN.password)).toBe(429);
  await stop();
  const typed = await runAdmin(folder, ['password', 'admin', '--password-stdin'], 'una ñueva clave\r\n');
  expect(typed).toMatchObject({ status: 0, complaint: '' });
  expect(typed.said).toMatch(/^La contraseña de admin \(Administrador\) cambió/);
  expect(typed.said).not.toContain('clave');
  expect(databaseProcesses(folder)).toBe('0');
  const after = await startInFolder(folder);
  expect(await tryLogin(after.url, 'admin', 'una ñueva clave')).toBe(200);
});
