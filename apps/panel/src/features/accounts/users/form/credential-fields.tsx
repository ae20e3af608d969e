import { roleLabel, roles } from '@pulso/contract/accounts/users.labels';
import { plans } from '@pulso/contract/catalogue/plans';
import { useId, useState, type FocusEvent, type ReactNode } from 'react';
import { PLANS_ARE_CALLED_SUBSCRIPTIONS } from '#api/strict-spec';
import { DateField } from '#forms/date-field';
import { CheckField, controlClass, FieldFrame, TextField, useControl } from '#forms/fields';
import { useField } from '#forms/form';
import { proposeUsername } from '#features/accounts/users/form/user-form.rules';
import { ProposedText } from '#forms/proposed-text';
import { parseTyped, formatTyped } from '#forms/text-formats';
import { SelectField } from '#forms/select-field';
import { useOptions } from '#forms/use-options';
import { findOptions } from '#ui/pickers/find-options';
import type { Option } from '#ui/controls/option';

const roleOptions = roles.map((value) => ({ value, label: roleLabel(value) }));
const OWN_USER_WARNING =
  'Es tu propio usuario. Si cambias la contraseña, tus otras sesiones se cerrarán; sin el rol de administrador, o inactivo, perderías el acceso.';

const planLabel = ({ value, label }: Option) => `${value} · ${label}`;

/** A number, as the specification has it; it is found, and shown, with the name of its plan. */
function PlanField() {
  const list = useId();
  const { initial } = useField('suscriptionId');
  const { options } = useOptions(plans);
  const [typed, setTyped] = useState(formatTyped('id', initial));
  const [editing, setEditing] = useState(false);
  const read = parseTyped('id', typed);
  const plan = options.find(({ value }) => value === read);
  const unknown =
    options.length > 0 && typed !== '' ? 'Ningún plan tiene este ID.' : 'Escribe el nombre o el número del plan.';
  const hint = plan ? `Plan: ${plan.label}` : unknown;
  const { id, error, control } = useControl('suscriptionId', hint);
  // While it is edited, what was typed; otherwise with the name, which may load late.
  const value = plan && !editing ? planLabel(plan) : typed;
  const settle = () => {
    const { shown: suggestions } = findOptions(options, typed);
    const only =
      typeof read === 'string' && read.trim() !== '' && suggestions.length === 1 ? suggestions[0] : undefined;
    if (only) setTyped(planLabel(only));
    setEditing(false);
  };
  return (
    <FieldFrame id={id} label={PLANS_ARE_CALLED_SUBSCRIPTIONS ? 'ID de suscripción' : 'Plan'} hint={hint} error={error}>
      <input
        {...control}
        data-reads="id"
        list={list}
        autoComplete="off"
        value={value}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => {
          setTyped(value);
          setEditing(true);
          target.select();
        }}
        onBlur={settle}
        className={`${controlClass} h-11`}
      />
      <datalist id={list}>
        {options.map((option) => (
          <option key={option.value} value={planLabel(option)} />
        ))}
      </datalist>
    </FieldFrame>
  );
}

function FullWidthRow({ children }: { children: ReactNode }) {
  return <div className="sm:col-span-2">{children}</div>;
}

/** Fills in what a new client has to have and nobody thought of yet. */
function ProposedCredentials({ password }: { password: string }) {
  const isNamed = (name: unknown) => typeof name === 'string' && name.trim() !== '';
  return (
    <>
      <ProposedText name="username" from={({ name }) => proposeUsername(String(name))} />
      <ProposedText name="password" from={({ name }) => (isNamed(name) ? password : '')} />
      <ProposedText name="confirm_password" from={(fields) => (fields.password === password ? password : '')} />
    </>
  );
}

type Props = {
  editing: boolean;
  own: boolean;
  /** Password proposed for a new user. */
  proposal: string | undefined;
  /** A further field of the account. */
  children?: ReactNode;
};

const selectAll = ({ target }: FocusEvent<HTMLInputElement>) => target.select();
const PROPOSED_HINT = 'Se propone una: la verás al guardar, para copiarla.';

export function CredentialFields({ editing, own, proposal, children }: Props) {
  const newHint = proposal === undefined ? 'Al menos 4 caracteres.' : `Al menos 4 caracteres. ${PROPOSED_HINT}`;
  return (
    <>
      {proposal !== undefined && <ProposedCredentials password={proposal} />}
      {own && (
        <FullWidthRow>
          <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">{OWN_USER_WARNING}</p>
        </FullWidthRow>
      )}
      <TextField
        name="username"
        label="Nombre de usuario"
        autoComplete={own ? 'username' : 'off'}
        autoCapitalize="none"
        required
      />
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
        hint={editing ? 'Déjala en blanco para mantener la actual.' : newHint}
        onFocus={selectAll}
        required={!editing}
      />
      <TextField
        name="confirm_password"
        label="Confirmar contraseña"
        type="password"
        autoComplete="new-password"
        onFocus={selectAll}
        required={!editing}
      />
      <FullWidthRow>
        <CheckField name="status" label="Usuario activo" byDefault />
      </FullWidthRow>
      {children}
      <fieldset className="grid gap-5 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-2">
        <legend className="float-left text-sm font-semibold sm:col-span-2">Suscripción</legend>
        <div className="clear-both sm:col-span-2">
          <CheckField name="suscription_status" label="Suscripción activa" />
        </div>
        <FullWidthRow>
          <PlanField />
        </FullWidthRow>
        <DateField name="suscription_init" label="Inicio de la suscripción" />
        <DateField name="suscription_end" label="Fin de la suscripción" />
      </fieldset>
    </>
  );
}
