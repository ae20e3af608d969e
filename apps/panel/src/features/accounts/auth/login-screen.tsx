import { formatClock, formatHeaderDate } from '@pulso/contract/kit/dates';
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { pageSetting } from '#api/page-setting';
import { readKeptUsername } from '#api/session';
import { logIn, type Credentials } from '#features/accounts/auth/log-in';
import { CheckField, controlClass, FieldFrame, TextField } from '#forms/fields';
import { Form, useField, type Check } from '#forms/form';

/** By hand, because the contract's schemas weigh more than everything else on the first screen. */
const checkCredentials: Check<Credentials> = ({ username, password, keep }) => {
  const errors = {
    ...(String(username).trim() === '' && { username: 'El usuario es obligatorio' }),
    ...(String(password).trim() === '' && { password: 'La contraseña es obligatoria' }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  return {
    values: { username: String(username).trim(), password: String(password), keep: keep === true || undefined },
  };
};

/** The page that the build makes has the choice, so that nothing moves where the server offers it. */
const OFFERS_TO_KEEP = typeof document === 'undefined' || pageSetting('pulso-keeps-sessions') === '1';

function PasswordField({ isFirst }: { isFirst: boolean }) {
  const id = useId();
  const [visible, setVisible] = useState(false);
  const { error, clear } = useField('password');
  const Icon = visible ? EyeOff : Eye;
  return (
    <FieldFrame id={id} label="Contraseña" required error={error}>
      <div className="relative">
        <input
          id={id}
          name="password"
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do on this screen
          autoFocus={isFirst}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onInput={clear}
          className={`${controlClass} h-11 pr-12`}
        />
        <IconButton
          label={visible ? 'Ocultar lo escrito' : 'Mostrar lo escrito'}
          className="absolute top-0 right-0 sm:size-11"
          icon={<Icon aria-hidden className="size-5" />}
          onClick={() => setVisible(!visible)}
        />
      </div>
    </FieldFrame>
  );
}

/** The current time, so left out of the page that the build makes. */
function Clock() {
  const now = useNow();
  if (typeof window === 'undefined') return null;
  return (
    <>
      <span>{formatHeaderDate(now)}</span>
      <time>{formatClock(now)}</time>
    </>
  );
}

type Props = {
  /** True if the session ended by itself, in this tab. */
  expired: boolean;
  /** Called when the person begins to type. */
  onTyping: () => void;
  onEntered: () => void;
};

export function LoginScreen({ expired, onTyping, onEntered }: Props) {
  useTitle('Iniciar sesión');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [keptUsername] = useState(readKeptUsername);

  const submit = async (values: Credentials) => {
    setBusy(true);
    setFailure(undefined);
    const result = await logIn(values);
    if (result.kind === 'entered') return onEntered();
    setBusy(false);
    if (result.kind === 'failed') setFailure(result.message);
    else showToast(result);
  };

  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4">
      <main className="w-full max-w-sm">
        <div className="mb-8 flex flex-col items-center gap-3 text-center">
          <img src="/favicon.svg" alt="" width={56} height={56} className="size-14" />
          <h1 className="text-3xl font-bold tracking-tight">Pulso</h1>
          <p className="text-sm text-muted">La administración de tu negocio de entrenamiento</p>
        </div>
        <Form
          check={checkCredentials}
          busy={busy}
          onEdit={onTyping}
          onSubmit={(values) => void submit(values)}
          className="space-y-5 rounded-card border border-line bg-surface p-6"
        >
          {failure && <ErrorBox>{failure}</ErrorBox>}
          {expired && !failure && (
            <p role="status" className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
              <strong className="block font-semibold">Tu sesión venció</strong>
              Vuelve a iniciar sesión para seguir donde estabas.
            </p>
          )}
          <TextField
            name="username"
            label="Usuario"
            autoComplete="username"
            autoCapitalize="none"
            required
            defaultValue={keptUsername}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do on this screen
            autoFocus={!keptUsername}
          />
          <PasswordField isFirst={!!keptUsername} />
          {OFFERS_TO_KEEP && (
            <CheckField name="keep" label="Mantener la sesión en este equipo" byDefault={!!keptUsername} />
          )}
          <Button look="primary" type="submit" busy={busy} disabled={busy} className="w-full">
            {busy ? 'Iniciando sesión...' : 'Iniciar sesión'}
          </Button>
        </Form>
      </main>
      <footer className="flex flex-wrap items-center justify-center gap-x-3 text-sm text-muted tabular-nums">
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-2 rounded-full bg-green" />
          Sistema en línea
        </span>
        <Clock />
      </footer>
    </div>
  );
}
