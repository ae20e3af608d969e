import { readdir } from 'node:fs/promises';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { diskStore } from '#files/disk-store';
import type { ImageFiles } from '#files/picture-store';
import { openUploads } from '#files/uploads';
import { countDemoRows, fillDemoData } from '#test/demo';
import { testApp } from '#test/test-app';

// Blank pictures: another test checks how they look, and drawing some two hundred takes ten seconds.
vi.mock(import('#files/drawings/render-picture'), async (original) => ({
  ...(await original()),
  renderPicture: (): Promise<ImageFiles> =>
    Promise.resolve(IMAGE_SIZES.map(({ file }) => ({ file, bytes: Buffer.from('en blanco') }))),
}));

describe('a database with data', () => {
  it.each([
    ['a level', sql`insert into levels (title) values ('Propio')`],
    ['a plan', sql`insert into plans (title, description, duration, amount) values ('Propio', 'Propio', 1, 0)`],
    ['a category of products', sql`insert into product_categories (title) values ('Propia')`],
    ['the name of a business', sql`update business set name = 'Propio'`],
    ['a business that was begun', sql`update own_business set stage = 'own'`],
    ['a tag', sql`insert into tags (name, colour) values ('Propia', 'red')`],
    ['a notification', sql`insert into notifications (title, body) values ('Hola', 'Hola')`],
    [
      'a second administrator',
      sql`insert into users (name, gender, username, phone, role, password_hash)
          values ('Otra', 'Female', 'otra', '1155550000', 'ADMIN', '')`,
    ],
    [
      'a client who is gone',
      sql`insert into users (name, gender, username, phone, password_hash, deleted_at)
          values ('Otra', 'Female', 'otra', '1155550000', '', now())`,
    ],
  ])('API-37 is never touched: %s is data', async (_name, insert) => {
    const app = await testApp();
    await insert.execute(app.db);
    const before = await countDemoRows(app);
    const said: string[] = [];
    expect(await fillDemoData(app, said)).toBe(false);
    expect(said).toEqual([]);
    expect(await countDemoRows(app)).toEqual(before);
    expect(await readdir(app.folder)).toEqual([]);
  });
});

describe('a filling that fails', () => {
  it('API-37 leaves neither rows nor pictures when the disk refuses one of them', async () => {
    const app = await testApp();
    const real = openUploads(diskStore(app.folder));
    let placed = 0;
    const place: typeof real.place = async (files) => {
      placed += 1;
      if (placed === 4) throw new Error('ENOSPC');
      return real.place(files);
    };
    await expect(fillDemoData(app, [], { ...real, place })).rejects.toThrow('ENOSPC');
    expect(await readdir(app.folder)).toEqual([]);
    expect(await countDemoRows(app)).toMatchObject({ levels: 0, plans: 0, clients: 0 });
  });

  it('API-37 leaves neither rows nor pictures when the database refuses a row', async () => {
    const app = await testApp();
    const real = openUploads(diskStore(app.folder));
    const place = vi.fn(real.place);
    await sql`alter table payments add constraint refused check (amount < 10)`.execute(app.db);
    await expect(fillDemoData(app, [], { ...real, place })).rejects.toThrow('refused');
    expect(place.mock.calls.length).toBeGreaterThan(400);
    expect(await readdir(app.folder)).toEqual([]);
    expect(await countDemoRows(app)).toMatchObject({ levels: 0, plans: 0, clients: 0 });
  });
});
