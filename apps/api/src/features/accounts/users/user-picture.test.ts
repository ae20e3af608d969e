import { userRow } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { answered, createUser, person, quickPasswords } from '#test/people';
import { picture } from '#test/pictures';
import { sharedApp } from '#test/shared-app';

const REFUSED = { profile_image: 'Debe ser la dirección web de una imagen' };
const app = sharedApp({ passwords: quickPasswords });

const productPicture = async () => {
  const image = await picture().png().toBuffer();
  const { body } = await app().form('POST', '/api/machine', { title: 'Polea', image });
  return body.data as { id: number; image_url: string };
};
/** Like those of the demonstration. */
const withOwn = async () => {
  const { id } = await createUser(app());
  const own = `/uploads/${String(id).padStart(22, 'a')}/large.webp`;
  await sql`update users set profile_image = ${own} where id = ${id}`.execute(app().db);
  return { id, own };
};
const patch = (id: number, fields: object) => app().json('PATCH', `/api/user/${id}`, fields);

describe('the picture of a user', () => {
  it('X9 is not another row’s, which would take it along when it goes', async () => {
    const { image_url } = await productPicture();
    const [user, other] = [await withOwn(), await withOwn()];
    for (const profile_image of [image_url, other.own, `/uploads/${'b'.repeat(22)}/large.webp`]) {
      const changed = await patch(user.id, { name: 'Otra', profile_image });
      expect([changed.status, changed.body.errors]).toEqual([400, REFUSED]);
      const created = await app().json('POST', '/api/user', person({ profile_image }));
      expect([created.status, created.body.errors]).toEqual([400, REFUSED]);
    }
    expect((await app().get(`/api/user/${user.id}`)).body.data).toMatchObject({ profile_image: user.own });
  });

  it('X9 stays when it is sent again, and makes room for a link or for none', async () => {
    const { id, own } = await withOwn();
    expect(answered(await patch(id, { profile_image: own }), userRow).profile_image).toBe(own);
    const link = 'https://fotos.example/ana.jpg';
    expect(answered(await patch(id, { profile_image: link }), userRow).profile_image).toBe(link);
    const late = await patch(id, { profile_image: own });
    expect([late.status, late.body.errors]).toEqual([400, REFUSED]);
    expect(answered(await patch(id, { profile_image: null }), userRow).profile_image).toBeNull();
  });

  it('X9 is told together with whatever else does not fit', async () => {
    const { id } = await createUser(app(), { suscription_init: '2026-03-01' });
    const { image_url } = await productPicture();
    const { status, body } = await patch(id, { suscription_end: '2026-02-01', profile_image: image_url });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['suscription_end', 'profile_image']]);
  });
});
