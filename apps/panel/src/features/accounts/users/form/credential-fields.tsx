import { roleLabel, roles } from '@pulso/contract/accounts/users.labels';
import { plans } from '@pulso/contract/catalogue/plans';
import { useId, useState, type ReactNode } from 'react';
import { CheckField, TextField } from '#forms/fields';
import { useField } from '#forms/form';
import { SelectField } from '#forms/select-field';
import { useOptions } from '#forms/use-options';

const roleOptions = roles.map((value) => ({ value, label: roleLabel(value) }));
const OWN_USER =
  'Es tu propio usuario. Si cambias la contraseña, tus otras sesiones se cerrarán; sin el rol de administrador, o inactivo, perderías el acceso.';

/** A number, as the specification has it; whose plan it is, is said beside it. */
function PlanField() {
  const list = useId();
  const { initial } = useField('suscriptionId');
  const [typed, setTyped] = useState(typeof initial === 'number' ? String(initial) : '');
  const { options } = useOptions(plans);
  const plan = options.find(({ value }) => String(value) === typed);
  const unknown =
    options.length > 0 && typed !== '' ? 'Ningún plan tiene este ID.' : 'El número del plan de suscripción.';
  return (
    <div>
      <TextField
        name="suscriptionId"
        label="ID de suscripción"
        type="number"
        inputMode="numeric"
        step={1}
        min={1}
        list={list}
        autoComplete="off"
        hint={plan ? `Plan: ${plan.label}` : unknown}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={list}>
        {options.map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </div>
  );
}

function Wide({ children }: { children: ReactNode }) {
  return <div className="sm:col-span-2">{children}</div>;
}

export function CredentialFields({ editing, own }: { editing: boolean; own: boolean }) {
  return (
    <>
      {own && (
        <Wide>
          <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">{OWN_USER}</p>
        </Wide>
      )}
      <TextField name="username" label="Nombre de usuario" autoComplete="off" autoCapitalize="none" required />
      <SelectField
        name="role"
        label="Rol"
        prompt="Selecciona un rol"
        options={roleOptions}
        byDefault={editing ? '' : 'CLIENT'}
        required
      />
      <TextField
        name="password"
        label="Contraseña"
        type="password"
        autoComplete="new-password"
        hint={editing ? 'Déjala en blanco para mantener la actual.' : 'Al menos 4 caracteres.'}
        required={!editing}
      />
      <TextField
        name="confirm_password"
        label="Confirmar contraseña"
        type="password"
        autoComplete="new-password"
        required={!editing}
      />
      <Wide>
        <CheckField name="status" label="Usuario activo" byDefault />
      </Wide>
      <fieldset className="grid gap-5 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-2">
        <legend className="float-left mb-5 text-sm font-semibold sm:col-span-2">Suscripción</legend>
        <div className="clear-both sm:col-span-2">
          <CheckField name="suscription_status" label="Suscripción activa" />
        </div>
        <Wide>
          <PlanField />
        </Wide>
        <TextField name="suscription_init" label="Inicio de la suscripción" type="date" />
        <TextField name="suscription_end" label="Fin de la suscripción" type="date" />
      </fieldset>
    </>
  );
}
