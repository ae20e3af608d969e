import { fieldErrors } from '@pulso/contract/kit/envelope';
import { statusInput, type Resource } from '@pulso/contract/kit/resource';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Table, Values } from '#db/rows';
import type { Store } from '#db/store';
import { readForm, readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { invalid, notFound, staleVersion } from '#http/errors';
import { withoutExtras } from '#http/extras';
import { expectedVersion, pathId } from '#http/ids';
import { refusingWhenInUse } from '#http/in-use';

/** What a set of routes needs to know: the contract's side, the database's side, and a name for the documentation. */
export type Entity<R extends Resource> = {
  resource: R;
  store: Store<z.infer<R['row']>, z.infer<R['create']>, z.infer<R['patch']>>;
  table: Table;
  title: string;
};

/** The routes know no entity, so to them its types are any values; the contract's schemas check what comes in. */
type AnyStore = Store<Values, Values, Values>;
const anyStore = (store: unknown) => store as AnyStore;

const answer = (row: Values, extras: boolean, { beyond }: Resource) => ({
  success: true,
  data: withoutExtras(row, extras, beyond),
});

async function readInput(request: FastifyRequest, { upload }: Resource, schema: z.ZodObject, imageRequired?: string) {
  const { fields, image } = upload ? await readForm(request, upload) : { fields: readJson(request), image: undefined };
  const parsed = schema.safeParse(fields);
  const missing = upload && imageRequired && !image ? { [upload]: imageRequired } : undefined;
  if (parsed.error || missing) throw invalid({ ...(parsed.error && fieldErrors(parsed.error)), ...missing });
  return { values: parsed.data as Values, picture: image };
}

async function change(store: AnyStore, id: number, values: Values, version: number | undefined) {
  const row = await store.change(id, values, version);
  if (row) return row;
  throw version !== undefined && (await store.find(id)) ? staleVersion() : notFound();
}

/** List, create, change and delete. */
export function entityRoutes<R extends Resource>(app: FastifyInstance, deps: Dependencies, entity: Entity<R>) {
  const { db, uploads, extras } = deps;
  const { table, title } = entity;
  const resource: Resource = entity.resource;
  const store = anyStore(entity.store);
  const { path, image, upload = '' } = resource;
  const withImage = (values: Values, url: string | undefined) => (image && url ? { ...values, [image]: url } : values);
  const imageOf = (row: Values) => (image ? (row[image] as string | null) : null);

  app.get(path, { config: { summary: `${title}: lista`, answer: z.array(resource.row) } }, async () => {
    const rows = await store.list();
    return { success: true, data: rows.map((row) => withoutExtras(row, extras, resource.beyond)) };
  });

  const created = {
    summary: `${title}: crear`,
    creates: true,
    body: resource.create,
    upload: resource.upload,
    answer: resource.row,
  } as const;
  app.post(path, { config: created }, async (request, reply) => {
    const { values, picture } = await readInput(request, resource, resource.create, resource.imageRequired);
    const row = await uploads.keep(picture, upload, (url) => store.create(withImage(values, url)));
    return reply.code(201).send(answer(row, extras, resource));
  });

  const changed = {
    summary: `${title}: modificar`,
    body: resource.patch,
    upload: resource.upload,
    answer: resource.row,
  };
  app.patch(`${path}/:id`, { config: changed }, async (request) => {
    const id = pathId(request);
    const version = extras ? expectedVersion(request) : undefined;
    const { values, picture } = await readInput(request, resource, resource.patch);
    const before = picture && (await store.find(id));
    if (picture && !before) throw notFound();
    const row = await uploads.keep(picture, upload, (url) => change(store, id, withImage(values, url), version));
    if (before) await uploads.remove(imageOf(before));
    return answer(row, extras, resource);
  });

  app.delete(`${path}/:id`, { config: { summary: `${title}: eliminar`, answer: resource.row } }, async (request) => {
    const id = pathId(request);
    const row = await refusingWhenInUse(db, table, id, () => store.remove(id));
    if (!row) throw notFound();
    await uploads.remove(imageOf(row));
    return answer(row, extras, resource);
  });
}

export function detailRoute<R extends Resource>(
  app: FastifyInstance,
  { extras }: Dependencies,
  { resource, store, title }: Entity<R>,
  docs: { extra?: true } = {},
) {
  const config = { ...docs, summary: `${title}: uno`, answer: resource.row };
  app.get(`${resource.path}/:id`, { config }, async (request) => {
    const row = await anyStore(store).find(pathId(request));
    if (!row) throw notFound();
    return answer(row, extras, resource);
  });
}

/** Switches one on or off; the value is absolute, so two clicks from stale lists agree. */
export function statusRoute<R extends Resource>(
  app: FastifyInstance,
  { extras }: Dependencies,
  { resource, store, title }: Entity<R>,
) {
  const config = { summary: `${title}: activar o desactivar`, body: statusInput, answer: resource.row };
  app.patch(`${resource.path}/:id/status`, { config }, async (request) => {
    const id = pathId(request);
    const version = extras ? expectedVersion(request) : undefined;
    const { status } = statusInput.parse(readJson(request));
    return answer(await change(anyStore(store), id, { status }, version), extras, resource);
  });
}
