import {
  importFieldLabels,
  type ImportCounts,
  type ImportGroup,
  type ImportKept,
  type ImportRule,
} from '@pulso/contract/desk/imports';
import { describeEvent } from '#features/accounts/audit/audit.words';
import { formatCount } from '#ui/text/numbers';

/** '1.180 listas, 14 con errores, 6 ya existen' */
export function describeCounts({ ready, wrong, existing, imported, undone, kept }: ImportCounts): string {
  const parts: [number, string, string][] = [
    [imported, 'importada', 'importadas'],
    [ready, 'lista', 'listas'],
    [wrong, 'con errores', 'con errores'],
    [existing, 'ya existe', 'ya existen'],
    [undone, 'deshecha', 'deshechas'],
    [kept, 'que se queda', 'que se quedan'],
  ];
  const told = parts.flatMap(([count, one, many]) =>
    count > 0 ? [`${formatCount(count)} ${count === 1 ? one : many}`] : [],
  );
  return told.join(', ') || 'Sin filas';
}

/** 'Importar 1.180 listas', 'Importar 1 lista' */
export const runLabel = (ready: number) => `Importar ${formatCount(ready)} ${ready === 1 ? 'lista' : 'listas'}`;

/** 'Ana contactó al cliente' */
export const describeTouch = ({ entity, action, by, at }: ImportKept): string =>
  describeEvent(
    {
      ...{ id: 1, act: '', at, address: null, entity, entity_id: null, user_id: null, user: null, action },
      ...{ actor: by === null ? null : { id: 1, name: by }, changes: null, data: null },
    },
    {},
  );

/** The rules with another one, in place of one for the same text. */
export const withRule = (rules: readonly ImportRule[], rule: ImportRule): ImportRule[] => [
  ...rules.filter(({ field, from }) => field !== rule.field || from === undefined || from !== rule.from),
  rule,
];

export type Mend = { label: string; rule: ImportRule };

/** What mends all rows of a group at once, besides another text for theirs. */
export function mendsOf({ field, code }: ImportGroup): Mend[] {
  const blank = (label: string): Mend => ({ label, rule: { field, blank: true } });
  if (code === 'formula') return [{ label: 'Usar los valores calculados', rule: { field, computed: true } }];
  if (code === 'unreadable' && (field === 'ends' || field === 'birth_date'))
    return [{ label: 'Leer como mes/día', rule: { field, month_first: true } }, blank('Dejarlas vacías')];
  if (field === 'plan') return [blank('Traerlas sin plan')];
  if (field === 'ends') return [blank('Traerlas sin plan')];
  if (field === 'username') return [blank('Armar el usuario con el nombre')];
  if (field === 'gender') return [blank('Poner «Otro» en todas')];
  if (field === 'name' || field === 'phone' || field === 'surname') return [];
  return [blank('Dejarlas vacías')];
}

/** True of groups whose rows take one of the plans, or of the genders, in place of what they say. */
export const isMendedByChoice = ({ field, code }: ImportGroup) =>
  (field === 'plan' && (code === 'unknown' || code === 'missing')) || (field === 'gender' && code === 'unknown');

/** 'Plan: «Pase libre» es «Mensual»' */
export function describeRule({ field, month_first, computed, from, to }: ImportRule): string {
  const label = importFieldLabels[field];
  if (from !== undefined) return `${label}: ${from === '' ? 'si falta,' : `«${from}»`} es «${to ?? ''}»`;
  if (month_first) return `${label}: se lee como mes/día`;
  if (computed) return `${label}: valores calculados`;
  return `${label}: lo que no se entiende queda vacío`;
}
