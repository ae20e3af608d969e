import { tagDetail, tags, type TagInput } from '@pulso/contract/accounts/tags';
import { shownTag } from '@pulso/contract/accounts/tags.labels';
import { userListRow } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createUser, expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const addTag = async (app: TestApp, fields: Partial<TagInput> = {}) =>
  expectAnswer(await app.json('POST', '/api/tag', { name: 'VIP', colour: 'purple', ...fields }), tags.row, 201);
const setTags = (app: TestApp, userId: number, ids: unknown) =>
  app.json('PUT', `/api/user/${userId}/tags`, { tag_ids: ids });
const namesOf = async (app: TestApp, userId: number) => {
  const { body } = await app.get(`/api/user/${userId}`);
  return body.data.tags.map(({ name }: { name: string }) => name);
};

describe('tags', () => {
  const app = sharedApp({ passwords: quickPasswords });

  it('FIL-04 are put on and taken off a user, and stand in his row and his detail by their names', async () => {
    const [vip, morning] = [await addTag(app(), { name: 'vip' }), await addTag(app(), { name: 'Mañana' })];
    const { id } = await createUser(app());
    const put = expectAnswer(await setTags(app(), id, [vip.id, morning.id, vip.id]), z.array(shownTag));
    expect(put.map(({ name }) => name)).toEqual(['Mañana', 'vip']);
    expect(await namesOf(app(), id)).toEqual(['Mañana', 'vip']);
    const rows = expectAnswer(await app().get('/api/user'), z.array(userListRow));
    expect(rows.find((row) => row.id === id)?.tags).toEqual(put);
    expectAnswer(await setTags(app(), id, [morning.id]), z.array(shownTag));
    expect(await namesOf(app(), id)).toEqual(['Mañana']);
  });

  it('refuses a tag that is gone, more than twenty, and a user who is', async () => {
    const { id } = await createUser(app());
    const gone = await setTags(app(), id, [999_999]);
    expect([gone.status, gone.body.errors]).toEqual([400, { tag_ids: 'Esa etiqueta ya no existe' }]);
    const many = await setTags(
      app(),
      id,
      Array.from({ length: 21 }, (_, at) => at + 1),
    );
    expect([many.status, many.body.errors]).toEqual([400, { tag_ids: 'Elige hasta 20 etiquetas' }]);
    expect((await setTags(app(), 999_999, [])).status).toBe(404);
    await app().remove(`/api/user/${id}`);
    expect((await setTags(app(), id, [])).status).toBe(404);
  });

  it('have names of their own, whatever the accents, also when one comes back', async () => {
    const first = await addTag(app(), { name: 'Lesión' });
    const same = await app().json('POST', '/api/tag', { name: 'LESION', colour: 'red' });
    expect([same.status, same.body.errors]).toEqual([400, { name: 'Ya hay una etiqueta con ese nombre' }]);
    const other = await addTag(app(), { name: 'Rodilla' });
    const renamed = await app().json('PATCH', `/api/tag/${other.id}`, { name: 'lesión' });
    expect(renamed.body.errors).toEqual({ name: 'Ya hay una etiqueta con ese nombre' });
    await app().remove(`/api/tag/${first.id}`);
    await addTag(app(), { name: 'Lesión' });
    const restored = await app().send('POST', `/api/tag/${first.id}/restore`, { token: app().token });
    expect([restored.status, restored.body.message]).toEqual([409, 'Ya hay una etiqueta con ese nombre']);
  });

  it('FIL-04 says how many have it; deleted it is off them all, and brought back it is on them again', async () => {
    const tag = await addTag(app(), { name: 'Torneo' });
    const people = [await createUser(app()), await createUser(app()), await createUser(app())];
    for (const { id } of people) await setTags(app(), id, [tag.id]);
    await app().remove(`/api/user/${people[0]!.id}`);
    const path = `/api/tag/${tag.id}`;
    expect(expectAnswer(await app().get(path), tagDetail)).toMatchObject({ name: 'Torneo', users: 2, more: false });
    expect((await app().remove(path)).status).toBe(200);
    expect(await namesOf(app(), people[1]!.id)).toEqual([]);
    expect((await app().send('POST', `${path}/restore`, { token: app().token })).status).toBe(200);
    expect(await namesOf(app(), people[1]!.id)).toEqual(['Torneo']);
  });

  it('of an erased person are gone, also of a tag that comes back', async () => {
    const [kept, deleted] = [await addTag(app(), { name: 'Sigue' }), await addTag(app(), { name: 'Se va' })];
    const [erased, other] = [await createUser(app()), await createUser(app())];
    for (const { id } of [erased, other]) await setTags(app(), id, [kept.id, deleted.id]);
    await app().remove(`/api/tag/${deleted.id}`);
    await app().remove(`/api/user/${erased.id}`);
    expect((await app().send('POST', `/api/user/${erased.id}/erase`, { token: app().token })).status).toBe(200);
    await app().send('POST', `/api/tag/${deleted.id}/restore`, { token: app().token });
    const { rows } = await sql<{ user_id: number }>`
      select user_id from user_tags where tag_id in (${kept.id}, ${deleted.id}) order by tag_id`.execute(app().db);
    expect(rows).toEqual([{ user_id: other.id }, { user_id: other.id }]);
  });
});

it('EXT-01 no tag and none of its calls are there without extras', async () => {
  const app = await testApp({ extras: false, passwords: quickPasswords });
  const { id } = await createUser(app);
  expect((await app.get(`/api/user/${id}`)).body.data).not.toHaveProperty('tags');
  const answers = [await app.get('/api/tag'), await app.get('/api/tag/1'), await setTags(app, id, [])];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});
