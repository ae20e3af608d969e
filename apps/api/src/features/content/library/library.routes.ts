import { LIBRARY_PATH, libraryInput, libraryResult, libraryRow } from '@pulso/contract/content/library';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isRolledBack } from '#db/connection/errors';
import { openSemaphore } from '#db/connection/semaphore';
import { addEntries, listLibrary, planLibrary } from '#features/content/library/library.queries';
import type { LibraryWriters } from '#features/content/library/write-library.queries';
import { CARD_WIDTH, renderPicture } from '#files/drawings/render-picture';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** Two keep both cores of a small machine busy; they are shared by all who add. */
const MAX_CONCURRENT_RENDERS = 2;

export function libraryRoutes(app: FastifyInstance, deps: Dependencies, writers: LibraryWriters) {
  const { db, uploads } = deps;
  const route = routesOf(app, deps, { permission: 'content', extra: true });
  const { run } = openSemaphore({ slots: MAX_CONCURRENT_RENDERS });

  route.get(
    LIBRARY_PATH,
    { summary: 'Biblioteca: ejercicios, entrenamientos y dietas para agregar', answer: z.array(libraryRow) },
    ({ read }) => listLibrary(read.db),
  );

  route.post(
    LIBRARY_PATH,
    { summary: 'Biblioteca: agregar entradas', body: libraryInput, answer: libraryResult },
    async ({ body: { keys }, write }) => {
      const { drawings } = await planLibrary(db, keys);
      const pictures = new Map<string, string>();
      const removeAll = (unneeded: Iterable<string>) =>
        Promise.all([...unneeded].map((key) => uploads.remove(pictures.get(key))));
      // Before the transaction, which must not wait for them. All are waited for, so that none is stored after a failure.
      const stored = await Promise.allSettled(
        [...drawings].map(([key, drawing]) =>
          run(async () => pictures.set(key, await uploads.place(await renderPicture(drawing, CARD_WIDTH)))),
        ),
      );
      try {
        for (const one of stored) if (one.status === 'rejected') throw one.reason;
        const { result, unused } = await write((writing) => addEntries(writing, writers, keys, pictures));
        await removeAll(unused);
        return result;
      } catch (error) {
        if (stored.some(({ status }) => status === 'rejected') || isRolledBack(error)) await removeAll(pictures.keys());
        throw error;
      }
    },
  );
}
