import { COUNTRY } from '@pulso/contract/accounts/users';
import { userGenderLabel } from '@pulso/contract/accounts/users.labels';
import { genders } from '@pulso/contract/kit/labels';
import { useId } from 'react';
import { controlClass, FieldFrame, TextField } from '#forms/fields';
import { SelectField } from '#forms/select-field';

const genderOptions = genders.map((value) => ({ value, label: userGenderLabel(value) }));

/** Shown, not asked: it is the same for everybody. */
function CountryField() {
  const id = useId();
  return (
    <FieldFrame id={id} label="País">
      <input
        id={id}
        disabled
        value={`Argentina (${COUNTRY.countryCode}, ${COUNTRY.countryCodeT})`}
        className={`${controlClass} h-11 bg-sunken`}
      />
    </FieldFrame>
  );
}

const measure = { type: 'number', inputMode: 'decimal', step: 0.01, min: 0 } as const;

export function PersonalFields() {
  return (
    <>
      <TextField name="name" label="Nombre completo" autoComplete="off" required />
      <SelectField name="gender" label="Género" prompt="Selecciona un género" options={genderOptions} required />
      <CountryField />
      <TextField
        name="phone"
        label="Teléfono"
        type="tel"
        inputMode="numeric"
        autoComplete="off"
        hint="De 7 a 15 números, sin el +54 ni espacios."
        required
      />
      <TextField name="birth_date" label="Fecha de nacimiento" type="date" />
      <TextField name="age" label="Edad" type="number" inputMode="numeric" step={1} min={0} />
      <TextField name="height" label="Altura (cm)" {...measure} />
      <TextField name="weight" label="Peso (kg)" {...measure} />
    </>
  );
}
