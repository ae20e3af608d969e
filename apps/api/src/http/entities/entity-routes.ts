import type { Permission } from '@pulso/contract/accounts/permissions';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import { imageRemoval, statusInput, type Resource } from '@pulso/contract/kit/resource';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { duplicateRow } from '#db/stores/duplicate';
import { precompile } from '#db/stores/precompile';
import { notFound, staleVersion } from '#db/writes/refusal';
import type { Table, Values } from '#db/stores/rows';
import type { Store } from '#db/stores/store';
import { readVersion, versionOf } from '#db/stores/table-version';
import { inSnapshot } from '#db/writes/transaction';
import type { Read, Write } from '#db/writes/write';
import { readForm } from '#http/bodies/body';
import { cachedList } from '#http/entities/cached-list';
import type { Dependencies } from '#http/routes/dependencies';
import { invalid } from '#http/answers/errors';
import { answerStripper } from '#http/routes/extras';
import { expectedVersion } from '#http/routes/ids';
import { routesOf } from '#http/routes/routes';
import { refuseWhenGone, refuseWhenInUse } from '#http/entities/in-use';

export type Entity<R extends Resource> = {
  resource: R;
  store: Store<z.infer<R['row']>, z.infer<R['create']>, z.infer<R['patch']>>;
  table: Table;
  permission: Permission;
  /** How far trainers come, where they are let in: they delete nothing. */
  trainers?: 'read' | 'edit';
  /** False where the asker may not know of the row; not given where all may know of all. */
  isKnown?: (read: Read, id: number) => Promise<boolean>;
  /** True if the store creates and changes with one statement each. */
  isOneStatement?: boolean;
  /** Condition on the rows whose titles a copy must not have; not given for all. */
  among?: RawBuilder<boolean>;
};

/** The routes are generic, so the row types are erased here; the contract's schemas check the input. */
type AnyStore = Store<Values, Values, Values>;
const asAnyStore = (store: unknown) => store as AnyStore;

/** 'Niveles', for the documentation. */
const titleOf = ({ noun: [, several] }: Resource) => several.charAt(0).toUpperCase() + several.slice(1);

async function readInput(
  request: FastifyRequest,
  { upload = '' }: Resource,
  schema: z.ZodMiniObject,
  imageRequired?: string,
) {
  const { fields, image } = await readForm(request, upload);
  const parsed = schema.safeParse(fields);
  const missing = imageRequired && !image ? { [upload]: imageRequired } : undefined;
  if (parsed.error || missing) throw invalid({ ...(parsed.error && fieldErrors(parsed.error)), ...missing });
  return { values: parsed.data, picture: image };
}

async function changeOrThrow(store: AnyStore, writing: Write, id: number, values: Values, version: number | undefined) {
  const row = await store.change(writing, id, values, version);
  if (row) return row;
  throw version !== undefined && (await store.find(writing.db, id)) ? staleVersion() : notFound();
}

const readableBy = ({ trainers }: Pick<Entity<Resource>, 'trainers'>) => ({ access: trainers && ('trainer' as const) });
/** Whoever may be a trainer is asked for his session first; the others' is read with the write. */
const editableBy = ({ trainers }: Pick<Entity<Resource>, 'trainers'>) =>
  trainers === 'edit' ? ({ access: 'trainer' } as const) : ({ claims: true } as const);

/** The work on a row that the asker may know of. */
async function known<R extends Read, T>(
  { isKnown }: Pick<Entity<Resource>, 'isKnown'>,
  read: R,
  id: number,
  work: (read: R) => Promise<T | undefined>,
): Promise<T | undefined> {
  return isKnown === undefined || (await isKnown(read, id)) ? work(read) : undefined;
}

/** List, create, change, delete and restore. */
export function entityRoutes<R extends Resource>(app: FastifyInstance, deps: Dependencies, entity: Entity<R>) {
  const { db, uploads } = deps;
  const strip = answerStripper(deps.extras);
  const { table, permission } = entity;
  const resource: Resource = entity.resource;
  const store = asAnyStore(entity.store);
  const title = titleOf(resource);
  const { path, image, upload, row: answer } = resource;
  const route = routesOf(app, deps, { permission, extra: resource.extra });
  const save = entity.isOneStatement ? 'writeAlone' : 'write';
  const withImage = (values: Values, url: string | null | undefined) =>
    image && url !== undefined ? { ...values, [image]: url } : values;
  const imageOf = (row: Values) => (image ? (row[image] as string | null) : null);

  const version = precompile(versionOf(store.tables));
  const rows = z.array(answer);
  const list = () =>
    inSnapshot(db, async (snapshot) => ({
      version: await readVersion(snapshot, version),
      text: JSON.stringify(strip(rows, { success: true, data: await store.list(snapshot) })),
    }));
  const sendList = cachedList(list);
  route.get(
    path,
    { summary: `${title}: lista`, ...readableBy(entity), answer: rows, reads: () => version },
    ({ request, reply }) => sendList(request, reply),
  );

  route.post(
    path,
    { summary: `${title}: crear`, creates: true, ...editableBy(entity), body: resource.create, upload, answer },
    async (call) => {
      const { request, body } = call;
      const { values, picture } = upload
        ? await readInput(request, resource, resource.create, resource.imageRequired)
        : { values: body };
      return uploads.keep(picture, upload ?? '', (url) =>
        call[save]((writing) => store.create(writing, withImage(values, url))),
      );
    },
  );

  const isRemovable = deps.extras && image !== undefined && resource.imageRequired === undefined;
  const patch = isRemovable ? z.extend(resource.patch, imageRemoval) : resource.patch;
  route.patch(
    `${path}/:id`,
    { summary: `${title}: modificar`, ...editableBy(entity), body: patch, upload, answer },
    async (call) => {
      const { id, request, body } = call;
      const version = expectedVersion(request);
      const { values, picture } = upload ? await readInput(request, resource, patch) : { values: body };
      const { remove_image, ...columns } = values;
      const before = picture || remove_image ? await store.find(db, id) : undefined;
      if ((picture || remove_image) && !before) throw notFound();
      const removedImage = remove_image ? null : undefined;
      const row = await uploads.keep(picture, upload ?? '', (url) =>
        call[save]((writing) =>
          known(entity, writing, id, () =>
            changeOrThrow(store, writing, id, withImage(columns, url ?? removedImage), version),
          ),
        ),
      );
      if (before) await uploads.remove(imageOf(before));
      return row;
    },
  );

  route.delete(`${path}/:id`, { summary: `${title}: eliminar`, claims: true, answer }, ({ id, write }) =>
    refuseWhenInUse(db, table, id, () =>
      write(async (writing) => {
        await deps.beforeRemoval(writing, table, id);
        return store.remove(writing, id);
      }),
    ),
  );

  route.post(
    `${path}/:id/restore`,
    { extra: true, summary: `${title}: recuperar uno eliminado`, claims: true, answer },
    ({ id, write }) =>
      refuseWhenGone(db, () =>
        write(async (writing) => {
          const restore = () => store.restore(writing, id);
          const isRestored = await deps.aroundRestore(writing, table, id, restore);
          return isRestored ? store.find(writing.db, id) : undefined;
        }),
      ),
  );
}

export function detailRoute<R extends Resource>(
  app: FastifyInstance,
  deps: Dependencies,
  entity: Entity<R>,
  docs: { extra?: true } = {},
) {
  const { resource, store, permission } = entity;
  const route = routesOf(app, deps, { permission, extra: resource.extra, ...docs });
  route.get(
    `${resource.path}/:id`,
    { summary: `${titleOf(resource)}: uno`, ...readableBy(entity), answer: resource.row },
    ({ id, read }) => known(entity, read, id, ({ db }) => asAnyStore(store).find(db, id)),
  );
}

/** Sets the status to an absolute value, so that two clicks on stale lists agree. */
export function statusRoute<R extends Resource>(app: FastifyInstance, deps: Dependencies, entity: Entity<R>) {
  const { resource, store, permission } = entity;
  const summary = `${titleOf(resource)}: activar o desactivar`;
  const route = routesOf(app, deps, { permission, extra: resource.extra });
  route.patch(
    `${resource.path}/:id/status`,
    { summary, ...editableBy(entity), body: statusInput, answer: resource.row },
    ({ id, body, request, write }) =>
      write((writing) =>
        known(entity, writing, id, () => changeOrThrow(asAnyStore(store), writing, id, body, expectedVersion(request))),
      ),
  );
}

/** A copy with parts and picture of its own, inactive, under another title. */
export function duplicateRoute<R extends Resource>(app: FastifyInstance, deps: Dependencies, entity: Entity<R>) {
  const { resource, store, table, permission, trainers, among } = entity;
  const duplicateOptions = {
    table,
    among,
    store: asAnyStore(store),
    fields: Object.keys(resource.create.shape),
    image: resource.image,
  };
  const access = trainers === 'edit' ? 'trainer' : undefined;
  routesOf(app, deps, { permission, access, extra: true }).post(
    `${resource.path}/:id/duplicate`,
    { summary: `${titleOf(resource)}: duplicar`, creates: true, answer: resource.row },
    ({ id, writeOnce }) =>
      deps.uploads.keepCopy((copyImage) =>
        writeOnce((writing) =>
          known(entity, writing, id, () => duplicateRow(writing, duplicateOptions, id, copyImage)),
        ),
      ),
  );
}
