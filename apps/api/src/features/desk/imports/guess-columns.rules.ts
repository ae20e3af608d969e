import { importFields, type ImportField, type ImportMapping } from '@pulso/contract/desk/imports';
import { readPhone } from '@pulso/contract/kit/phone';
import { foldText, isNothing, readAmount, readDate, readGender } from '#features/desk/imports/read-cells.rules';
import type { FileRow } from '#features/desk/imports/read-csv.rules';

/** Headings as businesses write them, folded. Those in the first list say the field alone, those in the second among others. */
const HEADINGS: Record<ImportField, [exact: RegExp, partial: RegExp]> = {
  name: [
    /^(?:nombres?|nombres? y apellidos?|apellidos? y nombres?|apellidos? nombres?|nombre apellido|nombre completo|clientes?|alumn[oa]s?|soci[oa]s?|miembro|persona|full name|name|first name|razon social|titular|nombre (?:del? )?(?:la )?(?:client|alumn|soci)[eoa])$/,
    /\bnombres?\b|\bname\b|\bcliente\b|\balumno\b|\bsocio\b/,
  ],
  surname: [/^(?:apellidos?|surname|last name)$/, /\bapellidos?\b/],
  phone: [
    /^(?:tel|tels|telefonos?|celular|cel|celu|movil|whats ?app|wsp|wpp|phone|mobile|tel cel|cel whats ?app|numero|contacto)$/,
    /\btel|\bcelu?(?:lar)?\b|\bmovil\b|whats ?app|\bwsp\b|\bphone\b|\bcontacto\b/,
  ],
  username: [/^(?:usuario|user ?name|user|nombre de usuario|login|alias|nick)$/, /\busuario\b|\buser ?name\b/],
  gender: [/^(?:genero|sexo|sex|gender)$/, /\bgenero\b|\bsexo\b/],
  birth_date: [
    /^(?:nacimiento|fecha de nacimiento|fecha nacimiento|fec nac|f nac|fecha nac|cumpleanos|cumple|birth ?date|birthday|date of birth)$/,
    /\bnac(?:imiento|im)?\b|\bcumple|\bbirth/,
  ],
  email: [/^(?:e ?mail|mail|correo|correo electronico|e mail address)$/, /\be ?mail\b|\bcorreo\b/],
  plan: [
    /^(?:plan|planes|membresia|abono|suscripcion|pase|cuota|servicio|actividad|modalidad|plan actual|tipo de plan|membership)$/,
    /\bplan\b|\bmembresia\b|\babono\b|\bsuscripcion\b|\bpase\b/,
  ],
  ends: [
    /^(?:vence|vencimiento|fecha de vencimiento|fecha vencimiento|vto|fecha vto|f vto|fec vto|venc|hasta|pago hasta|pagado hasta|vigente hasta|fin|fecha fin|fecha de fin|proximo pago|renueva|expira|caduca|expires|end date)$/,
    /\bvenc|\bvto\b|\bhasta\b|\bexpira\b|\bproximo (?:pago|vencimiento)\b/,
  ],
  debt: [
    /^(?:deuda|debe|saldo|adeuda|adeudado|saldo deudor|debt|impago|monto adeudado)$/,
    /\bdeuda\b|\bdebe\b|\badeud|\bsaldo\b/,
  ],
  notes: [
    /^(?:notas?|observacion(?:es)?|obs|comentarios?|detalles?|aclaraciones|notes?)$/,
    /\bnotas?\b|\bobs(?:ervacion(?:es)?)?\b|\bcomentarios?\b/,
  ],
  tags: [/^(?:etiquetas?|tags?|grupos?|categorias?|turnos?|horarios?)$/, /\betiquetas?\b|\btags?\b|\bgrupo\b/],
};
/** Headings of columns that a client has no field for, whatever is in them. */
const FOREIGN =
  /emergencia|\bdni\b|\bdocumento\b|\bcuit\b|\bcuil\b|direccion|domicilio|\balta\b|\binicio\b|\bingreso\b|\bdesde\b|\bedad\b|\bprecio\b|\bimporte\b|\bnro\b|\bn \d|\bid\b|ultimo pago|\bobra social\b|\blocalidad\b/;

const isPhoneText = (text: string) => {
  const digits = readPhone(text);
  return digits !== undefined && digits.length >= 7 && digits.length <= 15;
};
const isName = (text: string) =>
  /\p{L}{2}/u.test(text) && !text.includes('@') && text.replace(/\D/g, '').length * 2 < text.length;
const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text);
const isAmount = (text: string) => readAmount(text) !== undefined;
const isDateText = (text: string) => readDate(text) !== undefined;

/** How a text of the field looks: a heading that says one thing over cells that say another is of neither. */
const FITS: Record<ImportField, (text: string) => boolean> = {
  name: isName,
  surname: isName,
  phone: isPhoneText,
  username: (text) => !isAmount(text),
  gender: (text) => readGender(text) !== undefined || text.length <= 3,
  birth_date: isDateText,
  email: isEmail,
  plan: (text) => /\p{L}/u.test(text) && !isDateText(text) && !isAmount(text),
  ends: isDateText,
  debt: isAmount,
  notes: () => true,
  tags: (text) => !isDateText(text),
};
/** Fields that are told by their look alone, where no heading says anything. */
const TOLD_BY_LOOK: ImportField[] = ['email', 'phone', 'name'];

const MIN_FIT = 0.3;
/** Fewer cells say less than their heading. */
const MIN_CELLS = 5;
const MIN_LOOK = 0.8;
const SAMPLE_ROWS = 200;
const MAX_HEADING_ROWS = 20;

const withoutFormula = (text: string) => text.replace(/^=\s*"?|"$/g, '');

function headingScore(field: ImportField, heading: string): number {
  const [exact, partial] = HEADINGS[field];
  if (exact.test(heading)) return 2;
  return partial.test(heading) && !FOREIGN.test(heading) ? 1 : 0;
}

const countHeadings = ({ cells }: FileRow) =>
  cells.filter((cell) => cell.length < 60 && importFields.some((field) => headingScore(field, foldText(cell)) > 0))
    .length;

/** Index of the row with the headings, which titles may precede; -1 if there are none. */
function findHeadings(rows: readonly FileRow[]): number {
  const counts = rows.slice(0, MAX_HEADING_ROWS).map(countHeadings);
  const most = Math.max(...counts);
  const isLoneTitle =
    most === 1 &&
    rows.length > 1 &&
    rows[counts.indexOf(1)]!.cells.filter(Boolean).length === 1 &&
    rows[counts.indexOf(1) + 1]!.cells.length > 1;
  return most === 0 || isLoneTitle ? -1 : counts.indexOf(most);
}

export type GuessedTable = { headings: string[]; mapping: ImportMapping; rows: FileRow[] };

/** Which row has the headings, and which column is which field. */
export function guessColumns(all: readonly FileRow[]): GuessedTable {
  const at = findHeadings(all);
  const rows = all.slice(at + 1);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), at < 0 ? 0 : all[at]!.cells.length);
  const headings = Array.from({ length: width }, (_, column) => (at < 0 ? '' : (all[at]!.cells[column] ?? '')));
  const samples = rows.slice(0, SAMPLE_ROWS);
  const candidates = headings.flatMap((heading, column) => {
    const folded = foldText(heading);
    const texts = samples.map(({ cells }) => withoutFormula(cells[column] ?? '')).filter((text) => !isNothing(text));
    const shareOf = (field: ImportField) =>
      texts.length === 0 ? 0.5 : texts.filter(FITS[field]).length / texts.length;
    const filled = texts.length / Math.max(1, samples.length);
    const told = importFields.flatMap((field) => {
      const score = headingScore(field, folded);
      const share = shareOf(field);
      return score > 0 && (share >= MIN_FIT || texts.length < MIN_CELLS)
        ? [{ field, column, score: score + share + filled / 10 }]
        : [];
    });
    if (told.length > 0 || FOREIGN.test(folded)) return told;
    return TOLD_BY_LOOK.flatMap((field) => {
      const share = shareOf(field);
      // A name has two words, a number of a person more than eight digits.
      const isSure =
        field === 'email' ||
        texts.filter((text) =>
          field === 'phone' ? text.replace(/\D/g, '').length >= 10 : /\p{L} +\p{L}|,/u.test(text),
        ).length >=
          texts.length * MIN_LOOK;
      return texts.length > 0 && share >= MIN_LOOK && isSure ? [{ field, column, score: share / 2 }] : [];
    });
  });
  const mapping: ImportMapping = headings.map(() => null);
  const taken = new Set<ImportField>();
  for (const { field, column } of candidates.toSorted((one, other) => other.score - one.score)) {
    if (taken.has(field) || mapping[column] !== null) continue;
    mapping[column] = field;
    taken.add(field);
  }
  // A surname alone is the name.
  if (!taken.has('name') && taken.has('surname')) mapping[mapping.indexOf('surname')] = 'name';
  return { headings: headings.map((heading, column) => heading || `Columna ${columnLetters(column)}`), mapping, rows };
}

/** 'A' to 'Z', then 'AA'. */
function columnLetters(column: number): string {
  return (column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));
}
