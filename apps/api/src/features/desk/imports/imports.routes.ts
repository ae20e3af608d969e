import {
  MAX_IMPORT_ROWS,
  importChange,
  importInput,
  importRow,
  importRunInput,
  importSummary,
} from '@pulso/contract/desk/imports';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { openSemaphore } from '#db/connection/semaphore';
import { Refusal, tooManyAtOnce } from '#db/writes/refusal';
import { errorsFileName, wrongRowsCsv } from '#features/desk/imports/errors-csv.rules';
import { guessColumns } from '#features/desk/imports/guess-columns.rules';
import {
  changeImport,
  createImport,
  findImport,
  listImports,
  readImport,
  readWrongRows,
} from '#features/desk/imports/imports.queries';
import { readTable, TOO_MANY_ROWS } from '#features/desk/imports/read-table';
import { runImport } from '#features/desk/imports/run-import.queries';
import { undoImport } from '#features/desk/imports/undo-import.queries';
import { readForm } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

const UPLOAD = 'file';
const MAX_FILE_NAME = 150;
/** One file at a time is unfolded and judged: each may take a hundred megabytes for a second. */
const LIMITS = { slots: 1, maxWaiting: 4, maxWaitMs: 5_000, refusal: tooManyAtOnce };

/** The last part of a name, without what a browser or a person put around it. */
const fileNameOf = (sent: string | undefined) =>
  (sent ?? '')
    .replace(/^.*[/\\]/, '')
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, MAX_FILE_NAME) || 'clientes';

export function importRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing', extra: true });
  const files = openSemaphore(LIMITS);

  route.get('/import', { summary: 'Importar clientes: las últimas', answer: z.array(importSummary) }, ({ read }) =>
    listImports(read),
  );

  route.post(
    '/import',
    {
      summary: 'Importar clientes: ensayar un archivo',
      creates: true,
      body: importInput,
      upload: UPLOAD,
      isTable: true,
      answer: importRow,
    },
    async ({ write, request }) => {
      const { image: bytes, filename } = await readForm(request, UPLOAD);
      if (!bytes) throw new Refusal({ [UPLOAD]: 'Elige un archivo' });
      return files.run(async () => {
        const table = guessColumns(await readTable(bytes));
        if (table.rows.length === 0) throw new Refusal({ [UPLOAD]: 'El archivo no tiene filas' });
        if (table.rows.length > MAX_IMPORT_ROWS) throw new Refusal({ [UPLOAD]: TOO_MANY_ROWS });
        return write((writing) => createImport(writing, { file: fileNameOf(filename), bytes, table }));
      });
    },
  );

  route.get('/import/:id', { summary: 'Importar clientes: una', answer: importRow }, ({ id, read }) =>
    readImport(read, id),
  );

  route.patch(
    '/import/:id',
    { summary: 'Importar clientes: corregir el ensayo', body: importChange, answer: importRow },
    ({ id, body, write }) => files.run(() => write((writing) => changeImport(writing, id, body))),
  );

  route.post(
    '/import/:id/run',
    {
      summary: 'Importar clientes: hasta 500 filas listas por vez, hasta que no quede ninguna',
      body: importRunInput,
      answer: importSummary,
    },
    ({ id, body, writeOnce }) => writeOnce((writing) => runImport(writing, id, body.ready)),
  );

  route.post(
    '/import/:id/undo',
    {
      summary: 'Importar clientes: deshacer hasta 500 filas por vez, hasta que no quede ninguna',
      answer: importSummary,
    },
    ({ id, writeOnce }) => writeOnce((writing) => undoImport(writing, id)),
  );

  route.get(
    '/import/:id/errors',
    { file: 'text/csv', summary: 'Importar clientes: las filas con errores' },
    async ({ id, read, reply }) => {
      const [found, row] = [await readWrongRows(read, id), await findImport(read, id)];
      return (
        found &&
        row &&
        reply
          .type('text/csv; charset=utf-8')
          .header('Cache-Control', 'no-store')
          .header('Content-Disposition', `attachment; filename="${errorsFileName(row.file)}"`)
          .send(wrongRowsCsv(found))
      );
    },
  );
}
