import { readdir } from 'node:fs/promises';
import { userRow } from '@pulso/contract/accounts/users';
import { createPicture } from '@pulso/testing/pictures';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { expectAnswer, createUser, personPayload, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const PICTURE_REFUSED = { profile_image: 'Debe ser la dirección web de una imagen' };
const app = sharedApp({ passwords: quickPasswords });

const productPicture = async () => {
  const image = await createPicture().png().toBuffer();
  const { body } = await app().form('POST', '/api/machine', { title: 'Polea', image });
  return body.data as { id: number; image_url: string };
};
/** Like those of the demonstration. */
const createUserWithPicture = async () => {
  const { id } = await createUser(app());
  const own = `/uploads/${String(id).padStart(22, 'a')}/large.webp`;
  await sql`update users set profile_image = ${own} where id = ${id}`.execute(app().db);
  return { id, own };
};
const isStored = async (url: string | null) => (await app().get(String(url))).status === 200;
const patch = (id: number, fields: object) => app().json('PATCH', `/api/user/${id}`, fields);

describe('the picture of a user', () => {
  it('X9 is not another row’s, which would take it along when it goes', async () => {
    const { image_url } = await productPicture();
    const [user, other] = [await createUserWithPicture(), await createUserWithPicture()];
    for (const profile_image of [image_url, other.own, `/uploads/${'b'.repeat(22)}/large.webp`]) {
      const changed = await patch(user.id, { name: 'Otra', profile_image });
      expect([changed.status, changed.body.errors]).toEqual([400, PICTURE_REFUSED]);
      const created = await app().json('POST', '/api/user', personPayload({ profile_image }));
      expect([created.status, created.body.errors]).toEqual([400, PICTURE_REFUSED]);
    }
    expect((await app().get(`/api/user/${user.id}`)).body.data).toMatchObject({ profile_image: user.own });
  });

  it('X9 stays when it is sent again, and makes room for a link or for none', async () => {
    const { id, own } = await createUserWithPicture();
    expect(expectAnswer(await patch(id, { profile_image: own }), userRow).profile_image).toBe(own);
    const link = 'https://fotos.example/ana.jpg';
    expect(expectAnswer(await patch(id, { profile_image: link }), userRow).profile_image).toBe(link);
    const late = await patch(id, { profile_image: own });
    expect([late.status, late.body.errors]).toEqual([400, PICTURE_REFUSED]);
    expect(expectAnswer(await patch(id, { profile_image: null }), userRow).profile_image).toBeNull();
  });

  it('comes along with the other fields, which are read as from JSON', async () => {
    const fields = personPayload({
      weight: '70.5',
      age: '',
      birth_date: '',
      status: 'false',
      suscription_status: 'false',
    });
    const image = await createPicture().png().toBuffer();
    const user = expectAnswer(await app().form('POST', '/api/user', { ...fields, image }), userRow, 201);
    expect(user).toMatchObject({ weight: 70.5, age: null, birth_date: null, status: false, suscription_status: false });
    expect(user.profile_image).toMatch(/^\/uploads\/[\w-]{22}\/large\.webp$/);
    expect(await isStored(user.profile_image)).toBe(true);

    // A new picture replaces the old one; blank fields are emptied, and fields that are not sent stay.
    const path = `/api/user/${user.id}`;
    const other = await createPicture(30, 30).jpeg().toBuffer();
    const changed = expectAnswer(await app().form('PATCH', path, { weight: '', password: '', image: other }), userRow);
    expect(changed).toMatchObject({ name: user.name, weight: null });
    expect(changed.profile_image).not.toBe(user.profile_image);
    expect([await isStored(user.profile_image), await isStored(changed.profile_image)]).toEqual([false, true]);

    const kept = expectAnswer(await app().form('PATCH', path, { name: 'Sin foto nueva' }), userRow);
    expect(kept).toMatchObject({ name: 'Sin foto nueva', profile_image: changed.profile_image });

    const gone = expectAnswer(await patch(user.id, { remove_image: true }), userRow);
    expect(gone).toMatchObject({ name: 'Sin foto nueva', profile_image: null });
    expect(await isStored(changed.profile_image)).toBe(false);
    expect((await patch(2_000_000_000, { remove_image: true })).status).toBe(404);
  });

  it('is refused where it is no picture, where the fields are wrong, and where somebody else saved meanwhile', async () => {
    const { id, own } = await createUserWithPicture();
    const path = `/api/user/${id}`;
    const image = await createPicture().png().toBuffer();
    const before = await readdir(app().folder);
    const hostile = await app().form('PATCH', path, { name: 'Otra', image: Buffer.from('<svg onload="alert(1)"/>') });
    expect(hostile.status).toBe(415);
    const wrong = await app().form('POST', '/api/user', { ...personPayload({ weight: 'abc' }), image });
    expect([wrong.status, wrong.body.errors]).toEqual([400, { weight: 'El peso debe ser un número decimal válido' }]);
    const stale = await app().form('PATCH', path, { name: 'Otra', image }, { headers: { 'if-match': '"99"' } });
    expect(stale.status).toBe(409);
    expect((await app().form('PATCH', '/api/user/2000000000', { name: 'Otra', image })).status).toBe(404);
    expect((await app().get(path)).body.data).toMatchObject({ profile_image: own });
    expect(await readdir(app().folder)).toEqual(before);
  });

  it('X9 is told together with whatever else does not fit', async () => {
    const { id } = await createUser(app(), { suscription_init: '2026-03-01' });
    const { image_url } = await productPicture();
    const { status, body } = await patch(id, { suscription_end: '2026-02-01', profile_image: image_url });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['suscription_end', 'profile_image']]);
  });
});
