import type { DateText } from '@pulso/contract/kit/dates';
import { formatDate } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { ZipEntry } from '#archive/zip';
import type { Db } from '#db/schema/database';
import { imageColumns } from '#db/stores/tables';
import type { Read } from '#db/writes/write';
import { describeExport, OMITTED_TABLES, tableCsv } from '#features/desk/exports/exported-tables.queries';
import type { PictureStore } from '#files/picture-store';
import { readPicture } from '#files/read-picture';
import { pictureNameOf } from '#files/uploads';

export type Wanted = { notes: boolean; receipts: boolean };

const readme = (
  { notes, receipts }: Wanted,
  today: DateText,
  tables: string[],
) => `Todo lo de tu negocio en Pulso, al ${formatDate(today)}.

tablas/         un archivo CSV por tabla, para Excel: punto y coma, coma decimal, UTF-8
imagenes/       las imágenes, con el nombre que tienen en las tablas
${receipts ? 'comprobantes/   las capturas de las transferencias, por número de pago\n' : ''}
Tablas: ${tables.join(', ')}.

No están las contraseñas, las sesiones ni otras claves${notes ? '' : ', ni las notas y los detalles de la auditoría'}${receipts ? '' : ', ni los comprobantes'}.
Una celda que una planilla calcularía empieza con un apóstrofo. Lo que cambió mientras se armaba puede estar en una tabla y no en otra.
Tiene datos personales de tus clientes: guárdalo donde nadie más pueda leerlo. No sirve para restaurar: para eso están las copias de seguridad.
`;

const IMAGES_AT_ONCE = 500;

/** Pictures that some row shows, each once, by the largest file that there is. */
async function* pictureEntries(db: Db, pictures: Pick<PictureStore, 'source'>): AsyncGenerator<ZipEntry> {
  const written = new Set<string>();
  for (const [table, column] of imageColumns) {
    if (table in OMITTED_TABLES) continue;
    for (let last = ''; ;) {
      const { rows } = await sql<{ url: string }>`
        select distinct ${sql.ref(column)} as url from ${sql.table(table)}
        where ${sql.ref(column)} like '/uploads/%' and ${sql.ref(column)} > ${last} order by 1 limit ${IMAGES_AT_ONCE}`.execute(
        db,
      );
      last = rows.at(-1)?.url ?? '';
      for (const { url } of rows) {
        const name = pictureNameOf(url);
        if (name === undefined || written.has(name)) continue;
        written.add(name);
        const files = await readPicture(pictures, name);
        const largest = files.toSorted((one, other) => other.bytes.length - one.bytes.length)[0];
        if (largest) yield { name: `imagenes/${name}.webp`, bytes: [largest.bytes], packed: true };
      }
      if (rows.length < IMAGES_AT_ONCE) break;
    }
  }
}

async function* receiptEntries(db: Db): AsyncGenerator<ZipEntry> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ payment_id: number; image: Buffer }>`
      select payment_id, image from payment_receipts where payment_id > ${after} order by payment_id limit 1`.execute(
      db,
    );
    const [receipt] = rows;
    if (!receipt) return;
    after = receipt.payment_id;
    yield { name: `comprobantes/${receipt.payment_id}.webp`, bytes: [receipt.image], packed: true };
  }
}

/** The files of a whole export, one after the other: what is in memory is a batch of rows, or a picture. */
export async function* everything(
  { db, actor: { today } }: Read,
  pictures: Pick<PictureStore, 'source'>,
  wanted: Wanted,
): AsyncGenerator<ZipEntry> {
  const tables = await describeExport(db, wanted);
  const names = tables.map(({ name }) => name);
  yield { name: 'LEEME.txt', bytes: [readme(wanted, today, names).replaceAll('\n', '\r\n')] };
  for (const table of tables) yield { name: `tablas/${table.name}.csv`, bytes: tableCsv(db, table) };
  yield* pictureEntries(db, pictures);
  if (wanted.receipts) yield* receiptEntries(db);
}
