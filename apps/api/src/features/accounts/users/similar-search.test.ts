import type { UserListRow } from '@pulso/contract/accounts/users';
import { soundOf } from '@pulso/contract/kit/similar';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { fold } from '#features/accounts/users/user-search';
import { addPlan, createUser, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const app = sharedApp({ passwords: quickPasswords });

type Page = { data: UserListRow[]; meta: { total: number; similar?: boolean } };
async function searchUsers(query: Record<string, string>) {
  const { data, meta } = (await app().get(`/api/user?${new URLSearchParams(query)}`)).body as unknown as Page;
  return { names: data.map(({ name }) => name), total: meta.total, similar: meta.similar };
}

it('A8 a word is heard here as in the database', async () => {
  const letters = fc.sample(fc.stringMatching(/^[abcehiklpquvyz]{0,8}$/), { numRuns: 500, seed: 8 });
  const words = [...letters, ...fc.sample(fc.string({ unit: 'grapheme', maxLength: 8 }), { numRuns: 200, seed: 8 })]
    .map((text) => fold(text.replaceAll('\0', '')))
    .filter((text) => text.isWellFormed());
  const { rows } = await sql<{ sound: string }>`
    select sound_of(given) as sound from unnest(${words}::text[]) with ordinality as t(given, place) order by place`.execute(
    app().db,
  );
  expect(words.map(soundOf)).toEqual(rows.map(({ sound }) => sound));
});

describe('a search that nobody has exactly', () => {
  const people = ['Ana Güemes', 'Luz Domínguez', 'Juan González', 'Ana Gonzales', 'Valentina Ñáñez', 'Hernán Ceballos'];
  beforeAll(async () => {
    for (const name of people) await createUser(app(), { name, role: name.startsWith('Luz') ? 'TRAINER' : 'CLIENT' });
  });

  it.each([
    ['guemez', ['Ana Güemes']],
    ['dominges', ['Luz Domínguez']],
    ['gonsalez', ['Juan González', 'Ana Gonzales']],
    ['gons', ['Juan González', 'Ana Gonzales']],
    ['juan gonzales', ['Juan González']],
    ['bale nanes', ['Valentina Ñáñez']],
    ['sebayos ernan', ['Hernán Ceballos']],
    ['Domniguez', ['Luz Domínguez']],
    ['valentinna', ['Valentina Ñáñez']],
  ])('A8 finds what sounds like %j or has one typo, and says so', async (search, names) => {
    expect(await searchUsers({ search, limit: '50' })).toEqual({ names, total: names.length, similar: true });
  });

  it.each(['luz juan', 'xqzwk', 'gxnzxlez', 'hh', 'zz', '1199999999', 'domingez99', '%%%%', 'gon_alez'])(
    'A8 %j finds nobody, and says nothing of others',
    async (search) => {
      expect(await searchUsers({ search, limit: '50' })).toEqual({ names: [], total: 0, similar: undefined });
    },
  );

  it('A8 those who have it exactly come alone, and filters hold for similar ones too', async () => {
    expect(await searchUsers({ search: 'gonzales' })).toEqual({
      names: ['Ana Gonzales'],
      total: 1,
      similar: undefined,
    });
    expect(await searchUsers({ search: 'dominges', role: 'TRAINER' })).toMatchObject({ total: 1, similar: true });
    expect(await searchUsers({ search: 'dominges', role: 'CLIENT' })).toMatchObject({ total: 0, similar: undefined });
  });

  it('A8 pages of similar ones follow one another, with one total', async () => {
    const ask = async (page: string) => searchUsers({ search: 'gonsalez', page, limit: '1' });
    expect([await ask('1'), await ask('2'), await ask('3')]).toEqual([
      { names: ['Juan González'], total: 2, similar: true },
      { names: ['Ana Gonzales'], total: 2, similar: true },
      { names: [], total: 2, similar: true },
    ]);
  });

  it('A8 the words of names come and go with the last who has them', async () => {
    const isKnown = async (word: string) =>
      (await sql`select 1 from name_words where word = ${word}`.execute(app().db)).rows.length === 1;
    const { id } = await createUser(app(), { name: 'Xul Güemes' });
    expect([await isKnown('xul'), await isKnown('guemes')]).toEqual([true, true]);
    await app().json('PATCH', `/api/user/${id}`, { name: 'Alejandro Solari' });
    expect([await isKnown('xul'), await isKnown('guemes'), await isKnown('solari')]).toEqual([false, true, true]);
  });
});

it('A8 the lists about money find similar names too, and say so', async () => {
  const plan = await addPlan(app());
  const { id } = await createUser(app(), { name: 'Julio Bordenave' });
  const sale = { user_id: id, subscription_id: plan, payment_method: 'efectivo', payment_amount: 15_000 };
  await app().json('POST', '/api/user/activate-suscription', sale);
  await sql`update users set suscription_end = current_date + 3 where id = ${id}`.execute(app().db);
  const ask = async (path: string) => (await app().get(path)).body as { data: unknown[]; meta: object };
  for (const path of ['/api/payment?page=1', '/api/collection?list=due_soon&hidden=true']) {
    expect((await ask(`${path}&search=xxyyzz`)).meta).toMatchObject({ total: 0 });
    expect(await ask(`${path}&search=vordenabe`), path).toMatchObject({ meta: { total: 1, similar: true } });
  }
});
