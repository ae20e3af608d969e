/** What is read where nothing was said: of figures and dates, of choices, of names. */
export const NOT_SAID = '—';
export const UNSPECIFIED = 'No especificado';
const UNNAMED = 'Sin nombre';

export function shownName(name: string): string {
  return name.trim() === '' ? UNNAMED : name;
}

export function shown(text: string): string {
  return text.trim() === '' ? NOT_SAID : text;
}

export type Labels<Value extends string> = Readonly<Record<Value, string>>;

// A word that no list knows is shown as it came; a Map, because 'constructor' is no label.
export function labelFinder<Value extends string>(labels: Labels<Value>) {
  const found = new Map<string, string>([['', UNSPECIFIED], ...Object.entries<string>(labels)]);
  return (value: string) => found.get(value);
}

export const genders = ['Male', 'Female', 'Unisex'] as const;
export type Gender = (typeof genders)[number];

const findGender = labelFinder<Gender>({ Male: 'Masculino', Female: 'Femenino', Unisex: 'Unisex' });

/** Of trainings, diets and packages; a person's third gender reads 'Otro' instead. */
export function genderLabel(gender: string): string {
  return findGender(gender) ?? gender;
}

export function statusLabel(active: boolean): string {
  return active ? 'Activo' : 'Inactivo';
}

export function yesOrNo(value: boolean): string {
  return value ? 'Sí' : 'No';
}
