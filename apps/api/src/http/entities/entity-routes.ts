import type { Permission } from '@pulso/contract/accounts/permissions';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import { imageRemoval, statusInput, type Resource } from '@pulso/contract/kit/resource';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { duplicate } from '#db/stores/duplicate';
import { fixed } from '#db/stores/fixed';
import { writeOnce } from '#db/writes/idempotency';
import { notFound, staleVersion } from '#db/writes/refusal';
import type { Table, Values } from '#db/stores/rows';
import type { Store } from '#db/stores/store';
import { readVersion, versionOf } from '#db/stores/table-version';
import { inSnapshot } from '#db/writes/transaction';
import { write, writeAlone, type Write } from '#db/writes/write';
import { claimed, currentAccount } from '#http/routes/authorize';
import { readForm, readJson } from '#http/bodies/body';
import { cachedList } from '#http/entities/cached-list';
import type { Dependencies } from '#http/routes/dependencies';
import { invalid } from '#http/answers/errors';
import { answerStripper } from '#http/routes/extras';
import { idempotentRequest } from '#http/routes/idempotency-key';
import { expectedVersion, pathId } from '#http/routes/ids';
import { refusingWhenGone, refusingWhenInUse } from '#http/entities/in-use';

export type Entity<R extends Resource> = {
  resource: R;
  store: Store<z.infer<R['row']>, z.infer<R['create']>, z.infer<R['patch']>>;
  table: Table;
  permission: Permission;
  /** True if the store creates and changes with one statement each. */
  isOneStatement?: boolean;
};

/** The routes are generic, so the row types are erased here; the contract's schemas check the input. */
type AnyStore = Store<Values, Values, Values>;
const anyStore = (store: unknown) => store as AnyStore;

/** 'Niveles', for the documentation. */
const titleOf = ({ noun: [, several] }: Resource) => several.charAt(0).toUpperCase() + several.slice(1);

const answer = (data: unknown) => ({ success: true, data });

async function readInput(
  request: FastifyRequest,
  { upload }: Resource,
  schema: z.ZodMiniObject,
  imageRequired?: string,
) {
  const { fields, image } = upload ? await readForm(request, upload) : { fields: readJson(request), image: undefined };
  const parsed = schema.safeParse(fields);
  const missing = upload && imageRequired && !image ? { [upload]: imageRequired } : undefined;
  if (parsed.error || missing) throw invalid({ ...(parsed.error && fieldErrors(parsed.error)), ...missing });
  return { values: parsed.data, picture: image };
}

async function change(store: AnyStore, writing: Write, id: number, values: Values, version: number | undefined) {
  const row = await store.change(writing, id, values, version);
  if (row) return row;
  throw version !== undefined && (await store.find(writing.db, id)) ? staleVersion() : notFound();
}

/** List, create, change, delete and restore. */
export function entityRoutes<R extends Resource>(app: FastifyInstance, deps: Dependencies, entity: Entity<R>) {
  const { db, uploads } = deps;
  const strip = answerStripper(deps.extras);
  const { table, permission } = entity;
  const resource: Resource = entity.resource;
  const { extra } = resource;
  const store = anyStore(entity.store);
  const title = titleOf(resource);
  const { path, image, upload = '' } = resource;
  const save = entity.isOneStatement ? writeAlone : write;
  const withImage = (values: Values, url: string | null | undefined) =>
    image && url !== undefined ? { ...values, [image]: url } : values;
  const imageOf = (row: Values) => (image ? (row[image] as string | null) : null);

  const version = fixed(versionOf(store.tables));
  const listed = {
    permission,
    extra,
    summary: `${title}: lista`,
    answer: z.array(resource.row),
    reads: () => version,
  };
  const list = () =>
    inSnapshot(db, async (snapshot) => ({
      version: await readVersion(snapshot, version),
      text: JSON.stringify(strip(listed.answer, answer(await store.list(snapshot)))),
    }));
  app.get(path, { config: listed }, cachedList(list));

  const created = {
    permission,
    extra,
    summary: `${title}: crear`,
    creates: true,
    claims: true,
    body: resource.create,
    upload: resource.upload,
    answer: resource.row,
  } as const;
  app.post(path, { config: created }, async (request, reply) => {
    const { values, picture } = await readInput(request, resource, resource.create, resource.imageRequired);
    const create = (url: string | undefined) =>
      claimed(request, (actor) => save(db, actor, (writing) => store.create(writing, withImage(values, url))));
    return reply.code(201).send(answer(await uploads.keep(picture, upload, create)));
  });

  const isRemovable = deps.extras && image !== undefined && resource.imageRequired === undefined;
  const changed = {
    permission,
    extra,
    summary: `${title}: modificar`,
    body: isRemovable ? z.extend(resource.patch, imageRemoval) : resource.patch,
    upload: resource.upload,
    answer: resource.row,
    claims: true,
  } as const;
  app.patch(`${path}/:id`, { config: changed }, async (request) => {
    const id = pathId(request);
    const version = expectedVersion(request);
    const { values, picture } = await readInput(request, resource, changed.body);
    const { remove_image, ...columns } = values;
    const before = picture || remove_image ? await store.find(db, id) : undefined;
    if ((picture || remove_image) && !before) throw notFound();
    const gone = remove_image ? null : undefined;
    const row = await uploads.keep(picture, upload, (url) =>
      claimed(request, (actor) =>
        save(db, actor, (writing) => change(store, writing, id, withImage(columns, url ?? gone), version)),
      ),
    );
    if (before) await uploads.remove(imageOf(before));
    return answer(row);
  });

  const removed = { permission, extra, summary: `${title}: eliminar`, answer: resource.row, claims: true } as const;
  app.delete(`${path}/:id`, { config: removed }, async (request) => {
    const id = pathId(request);
    const remove = () => claimed(request, (actor) => write(db, actor, (writing) => store.remove(writing, id)));
    const row = await refusingWhenInUse(db, table, id, remove);
    if (!row) throw notFound();
    return answer(row);
  });

  const restored = {
    permission,
    extra: true,
    summary: `${title}: recuperar uno eliminado`,
    answer: resource.row,
    claims: true,
  } as const;
  app.post(`${path}/:id/restore`, { config: restored }, async (request) => {
    const id = pathId(request);
    const row = await refusingWhenGone(db, () =>
      claimed(request, (actor) =>
        write(db, actor, async (writing) => {
          const restore = () => store.restore(writing, id);
          if (!(await deps.aroundRestore(writing, table, id, restore))) throw notFound();
          return store.find(writing.db, id);
        }),
      ),
    );
    return answer(row);
  });
}

export function detailRoute<R extends Resource>(
  app: FastifyInstance,
  { db }: Dependencies,
  { resource, store, permission }: Entity<R>,
  docs: { extra?: true } = {},
) {
  const { extra } = resource;
  const config = { extra, ...docs, permission, summary: `${titleOf(resource)}: uno`, answer: resource.row };
  app.get(`${resource.path}/:id`, { config }, async (request) => {
    const row = await anyStore(store).find(db, pathId(request));
    if (!row) throw notFound();
    return answer(row);
  });
}

/** Sets the status to an absolute value, so that two clicks on stale lists agree. */
export function statusRoute<R extends Resource>(
  app: FastifyInstance,
  { db }: Dependencies,
  { resource, store, permission }: Entity<R>,
) {
  const summary = `${titleOf(resource)}: activar o desactivar`;
  const { extra } = resource;
  const config = { permission, extra, summary, body: statusInput, answer: resource.row, claims: true } as const;
  app.patch(`${resource.path}/:id/status`, { config }, async (request) => {
    const id = pathId(request);
    const version = expectedVersion(request);
    const { status } = statusInput.parse(readJson(request));
    const row = await claimed(request, (actor) =>
      write(db, actor, (writing) => change(anyStore(store), writing, id, { status }, version)),
    );
    return answer(row);
  });
}

/** A copy with parts and picture of its own, inactive, under another title. */
export function duplicateRoute<R extends Resource>(
  app: FastifyInstance,
  { db, uploads }: Dependencies,
  { resource, store, table, permission }: Entity<R>,
) {
  const copied = { table, store: anyStore(store), fields: Object.keys(resource.create.shape), image: resource.image };
  const config = {
    permission,
    extra: true,
    summary: `${titleOf(resource)}: duplicar`,
    creates: true,
    answer: resource.row,
  } as const;
  app.post(`${resource.path}/:id/duplicate`, { config }, async (request, reply) => {
    const id = pathId(request);
    const row = await uploads.keepCopy((copyImage) =>
      writeOnce(db, currentAccount(request), idempotentRequest(request, {}), async (writing) => {
        const made = await duplicate(writing, copied, id, copyImage);
        if (!made) throw notFound();
        return made;
      }),
    );
    return reply.code(201).send(answer(row));
  });
}
