import type { Resource } from '@pulso/contract/resource';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database';
import { readForm, readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { notFound, staleVersion } from '#http/errors';
import { expectedVersion, pathId } from '#http/ids';
import { refusingWhenInUse } from '#http/in-use';

type Row = Record<string, unknown>;
type Parts = { resource: Resource; table: keyof Database; title: string };

/** The five calls of an entity that is one table and nothing else. */
export function crudRoutes(app: FastifyInstance, deps: Dependencies, { resource, table, title }: Parts) {
  const { db, uploads, extras } = deps;
  const { path, image } = resource;
  const upload = image && 'image';
  const source = sql.table(table);
  const columns = Object.keys(resource.row.shape).filter((name) => extras || name !== 'version');
  const selected = sql.join(columns.map((name) => sql.ref(name)));

  const first = async (query: RawBuilder<Row>) => (await query.execute(db)).rows[0];
  const find = (id: number) => first(sql<Row>`select ${selected} from ${source} where id = ${id}`);

  const read = async (request: FastifyRequest, schema: Resource['create']) => {
    const form = upload ? await readForm(request, upload) : { fields: readJson(request), image: undefined };
    return { values: schema.parse(form.fields) as Row, picture: form.image };
  };

  app.get(path, { config: { summary: `${title}: lista`, answer: z.array(resource.row) } }, async () => {
    const { rows } = await sql<Row>`select ${selected} from ${source} order by id`.execute(db);
    return { success: true, data: rows };
  });

  if (extras)
    app.get(
      `${path}/:id`,
      { config: { extra: true, summary: `${title}: uno`, answer: resource.row } },
      async (request) => {
        const row = await find(pathId(request));
        if (!row) throw notFound();
        return { success: true, data: row };
      },
    );

  const created = { summary: `${title}: crear`, body: resource.create, upload, answer: resource.row };
  app.post(path, { config: created }, async (request, reply) => {
    const { values, picture } = await read(request, resource.create);
    const row = await uploads.keep(picture, upload ?? '', async (url) => {
      const stored = { ...values, ...(image && url && { [image]: url }) };
      const names = sql.join(Object.keys(stored).map((name) => sql.ref(name)));
      const inserted = await first(
        sql<Row>`insert into ${source} (${names}) values (${sql.join(Object.values(stored))}) returning ${selected}`,
      );
      return inserted;
    });
    return reply.code(201).send({ success: true, data: row });
  });

  const changed = { summary: `${title}: modificar`, body: resource.patch, upload, answer: resource.row };
  app.patch(`${path}/:id`, { config: changed }, async (request) => {
    const id = pathId(request);
    const version = extras ? expectedVersion(request) : undefined;
    const { values, picture } = await read(request, resource.patch);
    const before = await find(id);
    if (!before) throw notFound();
    const row = await uploads.keep(picture, upload ?? '', async (url) => {
      const stored = { ...values, ...(image && url && { [image]: url }) };
      const assigned = Object.entries(stored).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      // Setting the id to itself makes an empty PATCH an ordinary one.
      const changes = assigned.length > 0 ? sql.join(assigned) : sql`version = version`;
      const updated = await first(sql<Row>`
        update ${source} set ${changes}
        where id = ${id} and version = coalesce(${version ?? null}::int, version) returning ${selected}`);
      if (updated) return updated;
      throw (await find(id)) ? staleVersion() : notFound();
    });
    if (image && row[image] !== before[image]) await uploads.remove(before[image] as string | null);
    return { success: true, data: row };
  });

  app.delete(`${path}/:id`, { config: { summary: `${title}: eliminar`, answer: resource.row } }, async (request) => {
    const id = pathId(request);
    const row = await refusingWhenInUse(db, table, id, () =>
      first(sql<Row>`delete from ${source} where id = ${id} returning ${selected}`),
    );
    if (!row) throw notFound();
    if (image) await uploads.remove(row[image] as string | null);
    return { success: true, data: row };
  });
}
