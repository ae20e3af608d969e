import { createPicture } from '@pulso/testing/pictures';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { imagesInUse } from '#db/stores/images-in-use';
import { imageColumns } from '#db/stores/tables';
import { sharedApp } from '#test/shared-app';

const getApp = sharedApp();

it('P8 knows every column that holds an image', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_name like '%image%' and c.data_type = 'text'`.execute(getApp().db);
  const inSchema = rows.map((row) => `${row.table_name}.${row.column_name}`).sort();
  expect(imageColumns.map((pair) => pair.join('.')).sort()).toEqual(inSchema);
});

it('P8 finds an image in whichever column it is', async () => {
  const { db, form } = getApp();
  const image = await createPicture().png().toBuffer();
  const level = (await form('POST', '/api/level', { title: 'Inicial', image })).body.data.cover_image;
  const machine = (await form('POST', '/api/machine', { title: 'Polea', image })).body.data.image_url;
  expect(await imagesInUse(db, [level, machine, '/uploads/otra/large.webp'])).toEqual(new Set([level, machine]));
  expect(await imagesInUse(db, [])).toEqual(new Set());
});
