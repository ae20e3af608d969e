import { businessRow } from '@pulso/contract/billing/business';
import { myRow } from '@pulso/contract/billing/client-app';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPicture } from '@pulso/testing/pictures';
import { expectAnswer } from '#test/people';
import { testApp } from '#test/test-app';

describe('the data of the business', () => {
  it('are one row, changed by who has seen its newest version, with an event of what changed', async () => {
    const app = await testApp();
    const read = async () => expectAnswer(await app.get('/api/business'), businessRow);
    const change = (fields: object, headers?: Record<string, string>) =>
      app.json('PATCH', '/api/business', fields, { headers });
    const events = async () =>
      (
        await sql<{
          changes: object;
        }>`select changes from events where entity = 'business' and action = 'change' order by id`.execute(app.db)
      ).rows;
    const first = await read();
    expect(first).toMatchObject({ name: '', contact_days: 3, pause_days_per_year: null });

    const sent = { name: 'Gimnasio Sur', alias: 'sur.mp', cuit: '20-12345678-6', area_code: '223', contact_days: 5 };
    const saved = expectAnswer(await change(sent, { 'if-match': `"${first.version}"` }), businessRow);
    expect(saved).toEqual({ ...first, ...sent, version: first.version + 1, updated_at: saved.updated_at });
    const stale = await change({ name: 'Otro' }, { 'if-match': `"${first.version}"` });
    expect([stale.status, (await read()).name]).toEqual([409, 'Gimnasio Sur']);
    // A value equal to the stored one changes nothing.
    expect(expectAnswer(await change({ name: 'Gimnasio Sur' }), businessRow)).toEqual(saved);
    expect(expectAnswer(await change({ alias: null }), businessRow)).toMatchObject({ alias: '', name: 'Gimnasio Sur' });
    expect(await events()).toMatchObject([
      { changes: { name: ['', 'Gimnasio Sur'], contact_days: [3, 5] } },
      { changes: { alias: ['sur.mp', ''] } },
    ]);
  });

  it('has a logo, which replaces the one before, is removed and stays with the texts alone', async () => {
    const app = await testApp();
    const logo = await createPicture().png().toBuffer();
    const send = (fields: Parameters<typeof app.form>[2]) => app.form('PATCH', '/api/business', { ...fields, logo });
    const first = expectAnswer(await send({ name: 'Sur', contact_days: '4' }), businessRow);
    expect(first).toMatchObject({ name: 'Sur', contact_days: 4, logo_image: expect.stringMatching(/^\/uploads\//) });
    expect((await app.get(first.logo_image!)).status).toBe(200);
    expect(expectAnswer(await app.json('PATCH', '/api/business', { name: 'Norte' }), businessRow).logo_image).toBe(
      first.logo_image,
    );
    const second = expectAnswer(await send({}), businessRow);
    expect(second.logo_image).not.toBe(first.logo_image);
    expect((await app.get(first.logo_image!)).status).toBe(404);
    const bare = await app.json('PATCH', '/api/business', { remove_image: true });
    expect(expectAnswer(bare, businessRow)).toMatchObject({ name: 'Norte', logo_image: '' });
  });

  it('BAS-05 stores of the clients’ app its colour, its measures, what a lapsed client sees and the days of grace, under If-Match', async () => {
    const app = await testApp();
    const first = expectAnswer(await app.get('/api/business'), businessRow);
    expect(first).toMatchObject({ accent: '', measures: [], lapsed_sees: 'history', grace_days: 3 });
    const headers = { 'if-match': `"${first.version}"` };
    const sent = { accent: '#1A73E8', measures: ['waist', 'body_fat'], lapsed_sees: 'nothing', grace_days: 0 };
    const saved = expectAnswer(await app.json('PATCH', '/api/business', sent, { headers }), businessRow);
    expect(saved).toMatchObject({ ...sent, version: first.version + 1 });
    expect((await app.json('PATCH', '/api/business', { grace_days: 5 }, { headers })).status).toBe(409);
    // The same list is no change.
    expect(expectAnswer(await app.json('PATCH', '/api/business', sent), businessRow)).toEqual(saved);
    const refused = await app.json('PATCH', '/api/business', {
      accent: 'azul',
      measures: ['waist', 'waist'],
      lapsed_sees: 'algo',
      grace_days: 61,
    });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      {
        accent: 'El color debe ser como #1A73E8',
        measures: 'Hay medidas que no son válidas',
        lapsed_sees: 'Elige qué ve',
        grace_days: 'Debe ser un número entero de 0 a 60',
      },
    ]);
  });

  it('BAS-05 takes the logo alone too, under If-Match, and takes it away', async () => {
    const app = await testApp();
    const { version } = expectAnswer(await app.get('/api/business'), businessRow);
    const image = await createPicture().png().toBuffer();
    const send = (headers?: Record<string, string>) => app.form('PUT', '/api/business/logo', { image }, { headers });
    const saved = expectAnswer(await send({ 'if-match': `"${version}"` }), businessRow);
    expect((await app.get(saved.logo_image!)).status).toBe(200);
    expect((await send({ 'if-match': `"${version}"` })).status).toBe(409);
    expect((await app.form('PUT', '/api/business/logo', {})).body.errors).toEqual({ image: 'Elige una imagen' });
    const bare = await app.remove('/api/business/logo');
    expect(expectAnswer(bare, businessRow)).toMatchObject({ logo_image: '' });
    expect((await app.get(saved.logo_image!)).status).toBe(404);
  });

  it('tells a client who he is and of his business what his app shows, and nothing else', async () => {
    const app = await testApp();
    await app.json('PATCH', '/api/business', {
      name: 'Sur',
      phone: '11 2345-6789',
      alias: 'sur.mp',
      accent: '#1a73e8',
    });
    const client = await app.addUser({ role: 'CLIENT', name: 'Ana' });
    const mine = expectAnswer(await app.get('/api/my', await app.login(client)), myRow);
    expect(mine).toEqual({
      id: client.id,
      name: 'Ana',
      role: 'CLIENT',
      extras: expect.arrayContaining(['coaching']),
      business: { name: 'Sur', logo: null, accent: '#1a73e8', whatsapp: '5491123456789', measures: [] },
    });
    expect((await app.get('/api/my', 'nadie')).status).toBe(401);
  });

  it('refuses what is none', async () => {
    const app = await testApp();
    const refused = await app.json('PATCH', '/api/business', {
      cuit: '123',
      area_code: '1',
      contact_days: 31,
      pause_days_per_year: -1,
      name: 'x'.repeat(101),
    });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      {
        cuit: 'El CUIT debe tener 11 números',
        area_code: 'El código de área debe tener de 2 a 4 números',
        contact_days: 'Debe ser un número entero de 1 a 30',
        pause_days_per_year: 'Debe ser un número entero de 0 a 366',
        name: 'No puede tener más de 100 caracteres',
      },
    ]);
  });
});
