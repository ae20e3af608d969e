/** Placeholders for missing values: figures and dates, choices, names. */
export const MISSING_VALUE = '—';
export const UNSPECIFIED = 'No especificado';
const UNNAMED = 'Sin nombre';

export function displayName(name: string): string {
  return name.trim() === '' ? UNNAMED : name;
}

export function textOrDash(text: string): string {
  return text.trim() === '' ? MISSING_VALUE : text;
}

export type Labels<Value extends string> = Readonly<Record<Value, string>>;

// Unknown values are shown as they are. A Map, because an object would find 'constructor'.
export function labelFinder<Value extends string>(labels: Labels<Value>) {
  const labelByValue = new Map<string, string>([['', UNSPECIFIED], ...Object.entries<string>(labels)]);
  return (value: string) => labelByValue.get(value);
}

export const genders = ['Male', 'Female', 'Unisex'] as const;
export type Gender = (typeof genders)[number];

const findGender = labelFinder<Gender>({ Male: 'Masculino', Female: 'Femenino', Unisex: 'Unisex' });

/** Gender label of trainings, diets and packages; for people the third one is 'Otro'. */
export function genderLabel(gender: string): string {
  return findGender(gender) ?? gender;
}

export function statusLabel(active: boolean): string {
  return active ? 'Activo' : 'Inactivo';
}

export function yesOrNo(value: boolean): string {
  return value ? 'Sí' : 'No';
}
