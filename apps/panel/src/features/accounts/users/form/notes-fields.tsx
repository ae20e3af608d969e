import { TextAreaField, TextField } from '#forms/fields';

/** Fields that the specification shows in the detail and has in no form. */
export function NotesFields() {
  return (
    <>
      <div className="sm:col-span-2">
        <TextAreaField name="notes" label="Notas" hint="Lesiones, objetivos, a quién llamar. El cliente no las ve." />
      </div>
      <div className="sm:col-span-2">
        <TextField name="email" label="Correo electrónico" type="email" inputMode="email" autoComplete="off" />
      </div>
    </>
  );
}
