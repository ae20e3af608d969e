import { trashBody, type TrashRow } from '@pulso/contract/desk/trash';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openCatalogue, catalogues } from '#test/catalogues';
import { contentOf, png } from '#test/content';
import { addPlan, createUser, quickPasswords } from '#test/people';
import { endRestoreDays } from '#test/restore';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const app = sharedApp({ passwords: quickPasswords });

const listTrash = async (of: TestApp = app(), query = ''): Promise<TrashRow[]> => {
  const { status, body, raw } = await of.get(`/api/trash${query}`);
  expect(status, raw).toBe(200);
  return trashBody.parse(body).data;
};
const restoreEvent = (id: number, of: TestApp = app()) =>
  of.send('POST', `/api/trash/${id}/restore`, { token: of.token });
const outcome = async (id: number) => {
  const { status, body } = await restoreEvent(id);
  return [status, body.message];
};

describe('PPL-01 PPL-02 what is deleted', () => {
  it.each(catalogues)('of $name is in the trash with who and when, and comes back as it was', async (catalogue) => {
    const { create, find, remove, imageOf, isServed } = await openCatalogue(catalogue, app());
    const row = await create(undefined, png);
    const before = await find(row.id);
    expect((await remove(row.id)).status).toBe(200);
    expect((await remove(row.id)).status).toBe(404);
    const [first] = await listTrash();
    expect(first).toMatchObject({ entity_id: row.id, name: row.title ?? row.name, actor: { id: expect.any(Number) } });
    expect(Math.abs(Date.now() - Date.parse(first!.at))).toBeLessThan(60_000);

    const answer = await restoreEvent(first!.id);
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.body.data).toEqual({ entity: first!.entity, entity_id: row.id, name: first!.name });
    expect(await find(row.id)).toEqual({ ...before, version: (before.version as number) + 1 });
    if (imageOf(before)) expect(await isServed(imageOf(before))).toBe(true);
    expect((await listTrash()).map(({ id }) => id)).not.toContain(first!.id);
    expect(await outcome(first!.id)).toEqual([409, 'Ya se restauró.']);
  });

  it('of a user comes back with plan, debts and history, without sessions', async () => {
    const plan = await addPlan(app());
    const { id, username } = await createUser(app(), { role: 'ADMIN' });
    const sold = { user_id: id, subscription_id: plan, payment_method: 'efectivo', payment_amount: 500 };
    expect((await app().json('POST', '/api/user/activate-suscription', sold)).status).toBe(200);
    await app().json('POST', '/api/debt', { user_id: id, type: 'other', item_id: 0, amount: 300 });
    const token = await app().login({ username, password: 'clave-segura' });
    const detail = async () => {
      const [{ version: _, updated_at: __, ...user }, debts, periods] = await Promise.all(
        ['', '/debts', '/periods'].map(async (path) => (await app().get(`/api/user/${id}${path}`)).body.data),
      );
      return { user, debts, periods };
    };
    const before = await detail();
    await app().remove(`/api/user/${id}`);
    const [first] = await listTrash();
    expect(first).toMatchObject({ entity: 'user', entity_id: id, name: 'Ana Pérez' });
    expect((await restoreEvent(first!.id)).status).toBe(200);
    expect(await detail()).toEqual(before);
    expect((await app().get('/api/level', token)).status).toBe(401);
    expect((await app().get('/api/level', await app().login({ username, password: 'clave-segura' }))).status).toBe(200);
  });

  it('is listed newest first, page by page, and a deletion that was restored before is no way back to a later one', async () => {
    const own = await testApp();
    const { level } = contentOf(own);
    const ids = [await level('Uno'), await level('Dos'), await level('Tres')];
    for (const id of ids) await own.remove(`/api/level/${id}`);
    const [first] = await listTrash(own, '?limit=2');
    expect((await listTrash(own, `?limit=2&before=${first!.id}`)).map(({ name }) => name)).toEqual(['Dos', 'Uno']);
    expect((await restoreEvent(first!.id, own)).status).toBe(200);
    await own.remove(`/api/level/${first!.entity_id}`);
    expect((await restoreEvent(first!.id, own)).status).toBe(409);
    const [last] = await listTrash(own);
    const answers = await Promise.all([1, 2, 3].map(() => restoreEvent(last!.id, own)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await restoreEvent(2_000_000_000, own)).status).toBe(404);
  });
});

describe('PPL-03', () => {
  it('names what is missing, and restores it after that', async () => {
    const { level, pack } = contentOf(app());
    const needed = await level('Muy avanzado');
    const { id } = await pack({ level_id: needed });
    await app().remove(`/api/package/${id}`);
    await app().remove(`/api/level/${needed}`);
    const [missing, wanted] = await listTrash();
    const sentence = 'No se puede restaurar: falta el nivel Muy avanzado. Restáuralo primero.';
    expect(await outcome(wanted!.id)).toEqual([409, sentence]);
    expect((await restoreEvent(missing!.id)).status).toBe(200);
    expect((await restoreEvent(wanted!.id)).status).toBe(200);
  });

  it('refuses a user whose name somebody else has by now', async () => {
    const { id, username } = await createUser(app());
    await app().remove(`/api/user/${id}`);
    await createUser(app(), { username });
    expect(await outcome((await listTrash())[0]!.id)).toEqual([409, 'El nombre de usuario ya está en uso']);
  });
});

describe('PPL-04 after 30 days', () => {
  it('nothing is listed, by its date, and no text of it is in the database once the daily chores are done', async () => {
    const own = await testApp();
    const { exercise } = contentOf(own);
    const { id } = await exercise({ description: 'Texto irrepetible' });
    await own.remove(`/api/exercise/${id}`);
    const [first] = await listTrash(own);
    await sql`update deleted_rows set deleted_at = deleted_at - interval '30 days'`.execute(own.db);
    expect(await listTrash(own)).toEqual([]);
    expect((await restoreEvent(first!.id, own)).status).toBe(404);
    await endRestoreDays(own);
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and query_to_xml(format('select * from %I', relname), true, false, '')::text ~ 'irrepetible'`.execute(own.db);
    expect(rows).toEqual([]);
    const { body } = await own.get(`/api/event?entity=exercise&entity_id=${id}`);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['removed', 'added']),
    );
    expect((await own.get('/api/event/verify')).body.data.broken).toBe(null);
  });
});
