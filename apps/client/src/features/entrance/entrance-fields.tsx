import { useId, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import type { Entrance } from '#device/entering';

type FieldProps = ComponentProps<'input'> & { name: string; label: string };

function Field({ label, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input
        id={id}
        required
        {...input}
        // At least 16 pixels, or an iPhone would enlarge the page.
        className="h-13 w-full rounded-control border border-line-strong bg-surface px-4 text-base"
      />
    </div>
  );
}

type Props = {
  kind: 'code' | 'password';
  busy: boolean;
  onSubmit: (entrance: Entrance) => void;
  button: ReactNode;
};

/** Fields to enter with: phone and code, or user name and password. */
export function EntranceFields({ kind, busy, onSubmit, button }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const valueOf = (name: string) => {
      const value = typed.get(name);
      return typeof value === 'string' ? value : '';
    };
    onSubmit(
      kind === 'code'
        ? { phone: valueOf('phone'), code: valueOf('code').replace(/\s/g, '') }
        : { username: valueOf('username').trim(), password: valueOf('password') },
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-4" aria-labelledby={`entrar-${kind}`}>
      <h2 id={`entrar-${kind}`} className="text-lg font-bold tracking-tight">
        {kind === 'code' ? 'Entra con tu código' : 'Entra con tu usuario'}
      </h2>
      {kind === 'code' ? (
        <>
          <Field name="phone" label="Teléfono" type="tel" autoComplete="tel" />
          <Field
            name="code"
            label="Código"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            placeholder="123 456"
          />
        </>
      ) : (
        <>
          <Field name="username" label="Usuario" autoComplete="username" autoCapitalize="none" spellCheck={false} />
          <Field name="password" label="Contraseña" type="password" autoComplete="current-password" />
        </>
      )}
      {button}
    </form>
  );
}
