import { COUNTRY } from '@pulso/contract/accounts/users';
import { userGenderLabel } from '@pulso/contract/accounts/users.labels';
import { genders } from '@pulso/contract/kit/labels';
import { useId, useRef, type ReactNode } from 'react';
import { PHONES_ARE_DIGITS } from '#api/strict-spec';
import { MeasureField } from '#features/accounts/users/form/measure-field';
import { ageOf, guessHeightCm, guessWeightKg } from '#features/accounts/users/form/user-form.rules';
import { DateField } from '#forms/date-field';
import { controlClass, FieldFrame, TextField } from '#forms/fields';
import { useField } from '#forms/form';
import { SelectField } from '#forms/select-field';
import { TypedField, typeText } from '#forms/typed-field';

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

/** The age follows the date of birth, unless somebody typed another one. */
function BirthFields() {
  const { initial } = useField('birth_date');
  const followed = useRef(ageOf(initial));
  const age = useRef<HTMLDivElement>(null);
  const follow = (date: string) => {
    const input = age.current?.querySelector('input');
    const next = ageOf(date);
    if (!input || next === '' || ![followed.current, ''].includes(input.value)) return;
    followed.current = next;
    typeText(input, next);
  };
  return (
    <>
      <DateField name="birth_date" label="Fecha de nacimiento" onChange={follow} />
      <div ref={age}>
        <TextField name="age" label="Edad" type="number" inputMode="numeric" step={1} min={0} />
      </div>
    </>
  );
}

function PhoneField({ autoComplete }: { autoComplete: string }) {
  const field = { name: 'phone', label: 'Teléfono', type: 'tel', required: true, autoComplete };
  return PHONES_ARE_DIGITS ? (
    <TextField {...field} inputMode="numeric" hint="De 7 a 15 números, sin el +54 ni espacios." />
  ) : (
    <TypedField {...field} reads="phone" inputMode="tel" hint="De 7 a 15 números, o pegado de WhatsApp: +54 9 11…" />
  );
}

/** The browser may fill in what it knows of the person at the keyboard, but not into another person's data. */
export function PersonalFields({ own, lastWeight }: { own: boolean; lastWeight: ReactNode }) {
  return (
    <>
      <TextField name="name" label="Nombre completo" autoComplete={own ? 'name' : 'off'} required />
      <SelectField name="gender" label="Género" prompt="Selecciona un género" options={genderOptions} required />
      <CountryField />
      <PhoneField autoComplete={own ? 'tel-national' : 'off'} />
      <BirthFields />
      <MeasureField name="height" label="Altura (cm)" unit="cm" guess={guessHeightCm} />
      <MeasureField name="weight" label="Peso (kg)" unit="kg" guess={guessWeightKg} offer={lastWeight} />
    </>
  );
}
