import { crc32, deflateRawSync } from 'node:zlib';

/** Twelve files of clients as businesses have them, each with what its columns are. */
export type UntidyFile = {
  name: string;
  bytes: Buffer;
  /** The field of each column; null for one that no client has a field for. */
  columns: (string | null)[];
  rows: number;
};

type Cell = string | number | { date: number } | { formula: string; value: string | number };

const NAMES = [
  'Juan Pérez',
  'María Núñez',
  'José Ibáñez',
  'Lucía Gómez',
  'Martín Ñandú',
  'Ana María López',
  'Sofía Álvarez',
  'Tomás Güiraldes',
];
const nameOf = (index: number) => NAMES[index % NAMES.length]!;
const [first, last] = [
  (index: number) => nameOf(index).split(' ')[0]!,
  (index: number) => nameOf(index).split(' ').at(-1)!,
];
const line = (index: number) => String(20_000_000 + index * 7_919).padStart(8, '0');
const dayOf = (index: number) => 1 + ((index * 7) % 28);
const monthOf = (index: number) => 1 + ((index * 5) % 12);
const two = (value: number) => String(value).padStart(2, '0');
const latin = (index: number, year = 2026) => `${two(dayOf(index))}/${two(monthOf(index))}/${year}`;
/** Days since 30 December 1899. */
const serial = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 86_400_000 + 25_569;
const rowsOf = <T>(count: number, row: (index: number) => T) => Array.from({ length: count }, (_, index) => row(index));

const quote = (cell: string | number, separator: string) => {
  const text = String(cell);
  return text.includes(separator) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const csv = (rows: (string | number)[][], separator: string, end = '\r\n') =>
  rows.map((cells) => cells.map((cell) => quote(cell, separator)).join(separator) + end).join('');

/** As older programs write in this part of the world. */
export function toWindows1252(text: string): Buffer {
  return Buffer.from(text.replaceAll('€', '\u0080').replaceAll('’', '\u0092').replaceAll('–', '\u0096'), 'latin1');
}

/** A zip file of packed entries. */
export function zipOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(text), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(Buffer.byteLength(text), 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

type Book = { inline?: boolean; hiddenFirst?: boolean; titleRows?: number; mac?: boolean };

/** A workbook as Excel writes it: texts in a list of their own, dates as numbers with a style. */
export function xlsx(rows: Cell[][], { inline = false, hiddenFirst = false, mac = false }: Book = {}): Buffer {
  const strings: string[] = [];
  const cellXml = (cell: Cell, at: string): string => {
    if (cell === '') return '';
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    if (typeof cell === 'object' && 'date' in cell)
      return `<c r="${at}" s="1"><v>${cell.date - (mac ? 1_462 : 0)}</v></c>`;
    if (typeof cell === 'object')
      return `<c r="${at}"${typeof cell.value === 'string' ? ' t="str"' : ''}><f>${escapeXml(cell.formula)}</f><v>${escapeXml(String(cell.value))}</v></c>`;
    if (inline) return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
    return `<c r="${at}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
  };
  const sheet = rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`)).join('')}</row>`,
    )
    .join('');
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const related = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const sheets = [
    ...(hiddenFirst ? ['<sheet name="Datos" sheetId="2" state="hidden" r:id="rId9"/>'] : []),
    '<sheet name="Clientes" sheetId="1" r:id="rId1"/>',
  ];
  return zipOf({
    '[Content_Types].xml': `${head}<Types/>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Target="worksheets/sheet2.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook ${main} ${related}><workbookPr${mac ? ' date1904="1"' : ''}/><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/styles.xml': `${head}<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `${head}<worksheet ${main}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    ...(strings.length > 0 && {
      'xl/sharedStrings.xml': `${head}<sst ${main}>${strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    }),
  });
}

const BOM = '\ufeff';

export const untidyFiles: UntidyFile[] = [
  {
    name: 'excel-argentina.csv',
    rows: 30,
    columns: ['name', 'phone', 'plan', 'ends', 'debt'],
    bytes: toWindows1252(
      csv(
        [
          ['Nombre y Apellido', 'Teléfono', 'Plan', 'Vencimiento', 'Deuda'],
          ...rowsOf(30, (i) => [
            nameOf(i),
            `011 15-${line(i).slice(0, 4)}-${line(i).slice(4)}`,
            'Mensual',
            latin(i),
            i % 5 ? '' : '12.500,00',
          ]),
        ],
        ';',
      ),
    ),
  },
  {
    name: 'excel-mexico.csv',
    rows: 25,
    columns: ['name', 'surname', 'phone', 'email', 'birth_date', null],
    bytes: Buffer.from(
      BOM +
        csv(
          [
            ['Nombre', 'Apellido', 'Celular', 'E-mail', 'Fecha Nac.', 'DNI'],
            ...rowsOf(25, (i) => [
              first(i),
              last(i),
              `+54 9 11 ${line(i)}`,
              `persona${i}@mail.com`,
              latin(i, 1985),
              30_000_000 + i,
            ]),
          ],
          ',',
        ),
    ),
  },
  {
    name: 'excel-estados-unidos.csv',
    rows: 20,
    columns: ['name', 'phone', 'ends', 'plan'],
    bytes: Buffer.from(
      csv(
        [
          ['Full Name', 'Phone', 'End Date', 'Membership'],
          ...rowsOf(20, (i) => [nameOf(i), `(11) ${line(i)}`, `${monthOf(i)}/${dayOf(i)}/2026`, 'Mensual']),
        ],
        ',',
        '\n',
      ),
    ),
  },
  {
    name: 'titulos.csv',
    rows: 15,
    columns: [null, 'name', 'phone', 'ends', 'notes'],
    bytes: toWindows1252(
      csv(
        [
          ['LISTADO DE SOCIOS 2026', '', '', '', ''],
          ['', '', '', '', ''],
          ['Gimnasio El Ñandú', '', '', '', ''],
          ['Nº', 'SOCIO', 'TEL.', 'VTO', 'OBSERVACIONES'],
          ...rowsOf(15, (i) => [
            i + 1,
            nameOf(i).toUpperCase(),
            `15 ${line(i)}`,
            `${dayOf(i)}/${monthOf(i)}/26`,
            i % 3 ? '' : 'Lesión de rodilla; no saltar',
          ]),
        ],
        ';',
      ),
    ),
  },
  {
    name: 'copiado.txt',
    rows: 12,
    columns: ['name', 'phone', 'gender', 'tags'],
    bytes: Buffer.from(
      csv(
        [
          ['Alumno', 'WhatsApp', 'Sexo', 'Turno'],
          ...rowsOf(12, (i) => [
            `${last(i)}, ${first(i)}`,
            `54911${line(i)}`,
            i % 2 ? 'F' : 'M',
            i % 2 ? 'Mañana' : 'Noche',
          ]),
        ],
        '\t',
      ),
    ),
  },
  {
    name: 'unicode.txt',
    rows: 12,
    columns: ['name', 'phone', 'email', 'username'],
    bytes: Buffer.from(
      BOM +
        csv(
          [
            ['Cliente', 'Móvil', 'Correo electrónico', 'Nombre de usuario'],
            ...rowsOf(12, (i) => [nameOf(i), `351${line(i).slice(1)}`, `alguien${i}@correo.com.ar`, `socio.${i}`]),
          ],
          '\t',
        ),
      'utf16le',
    ),
  },
  {
    name: 'excel.xlsx',
    rows: 40,
    columns: ['name', 'phone', 'plan', 'ends', 'birth_date', 'debt'],
    bytes: xlsx([
      ['Nombre', 'Teléfono', 'Plan', 'Vence', 'Nacimiento', 'Saldo'],
      ...rowsOf(40, (i): Cell[] => [
        nameOf(i),
        1_100_000_000 + Number(line(i)),
        'Mensual',
        { date: serial(2026, monthOf(i), dayOf(i)) },
        { date: serial(1990, monthOf(i), dayOf(i)) },
        i % 4 ? 0 : 12_500.5,
      ]),
    ]),
  },
  {
    name: 'con-titulo.xlsx',
    rows: 18,
    columns: ['surname', 'name', 'phone', null, 'ends'],
    bytes: xlsx(
      [
        ['Clientes de la sede Centro'],
        [],
        ['Apellidos', 'Nombres', 'Cel / WhatsApp', 'Domicilio', 'Próximo pago'],
        ...rowsOf(18, (i): Cell[] => [
          last(i),
          first(i),
          `11-15-${line(i)}`,
          'Rivadavia 1234',
          { date: serial(2026, monthOf(i), dayOf(i)) },
        ]),
      ],
      { hiddenFirst: true },
    ),
  },
  {
    name: 'google.xlsx',
    rows: 16,
    columns: ['name', 'email', 'phone', 'birth_date', null],
    bytes: xlsx(
      [
        ['Nombre completo', 'Mail', 'Contacto', 'Cumpleaños', 'Contacto de emergencia'],
        ...rowsOf(16, (i): Cell[] => [
          nameOf(i),
          `g${i}@gmail.com`,
          `+5411${line(i)}`,
          serial(1988, monthOf(i), dayOf(i)),
          `11${line(i + 50)}`,
        ]),
      ],
      { inline: true },
    ),
  },
  {
    name: 'formulas.xlsx',
    rows: 10,
    columns: ['name', 'phone', 'ends', null],
    bytes: xlsx([
      ['Cliente', 'Tel', 'Pagado hasta', 'Fecha de alta'],
      ...rowsOf(10, (i): Cell[] => [
        { formula: `B${i}&" "&C${i}`, value: nameOf(i) },
        `011 ${line(i)}`,
        { date: serial(2026, 5, dayOf(i)) },
        { date: serial(2020, 5, dayOf(i)) },
      ]),
    ]),
  },
  {
    name: 'sin-encabezados.csv',
    rows: 14,
    columns: ['name', 'phone', 'email'],
    bytes: Buffer.from(
      csv(
        rowsOf(14, (i) => [nameOf(i), `11${line(i)}`, `x${i}@y.com`]),
        ',',
      ),
    ),
  },
  {
    name: 'comillas.csv',
    rows: 10,
    columns: ['name', 'phone', 'plan', 'ends', 'notes', 'gender'],
    bytes: Buffer.from(
      `sep=;\r\n${csv([['Apellido y Nombre', 'Número', 'Abono', 'Vto.', 'Comentarios', 'Género'], ...rowsOf(10, (i) => [`${last(i)}, ${first(i)}`, `="011${line(i)}"`, 'Mensual', `${two(dayOf(i))}-${two(monthOf(i))}-2026`, 'Dice "mañana";\nviene tarde', i % 2 ? 'Mujer' : 'Varón'])], ';')}`,
    ),
  },
];

/** A tidy file of many clients. */
export function manyClients(count: number, { plan = 'Mensual', year = 2026 } = {}): Buffer {
  return Buffer.from(
    csv(
      [
        ['Nombre', 'Teléfono', 'Plan', 'Vence', 'Correo', 'Notas'],
        ...rowsOf(count, (i) => [
          `${nameOf(i)} ${i}`,
          `11${String(10_000_000 + i)}`,
          plan,
          latin(i, year),
          `p${i}@mail.com`,
          '',
        ]),
      ],
      ';',
    ),
  );
}
