import { COUNTRY } from '@pulso/contract/accounts/users';
import { userGenderLabel } from '@pulso/contract/accounts/users.labels';
import { genders } from '@pulso/contract/kit/labels';
import { useId } from 'react';
import { MeasureField } from '#features/accounts/users/form/measure-field';
import { meantHeight, meantWeight } from '#features/accounts/users/form/user-form.rules';
import { DateField } from '#forms/date-field';
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
      <DateField name="birth_date" label="Fecha de nacimiento" />
      <TextField name="age" label="Edad" type="number" inputMode="numeric" step={1} min={0} />
      <MeasureField name="height" label="Altura (cm)" unit="cm" guess={meantHeight} />
      <MeasureField name="weight" label="Peso (kg)" unit="kg" guess={meantWeight} />
    </>
  );
}
