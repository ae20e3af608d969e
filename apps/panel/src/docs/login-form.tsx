import { useState, type FormEvent } from 'react';
import { apiAddress } from '#api/address';

export function LoginForm({ onToken }: { onToken: (token: string) => void }) {
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);

  const login = async (form: HTMLFormElement) => {
    setSending(true);
    try {
      const answer = await fetch(`${apiAddress()}/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(new FormData(form))),
      });
      const body = (await answer.json()) as { message?: string; access_token?: string };
      if (body.access_token) onToken(body.access_token);
      else setFailure(body.message ?? 'Error al iniciar sesión');
    } catch {
      setFailure('Error al iniciar sesión');
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void login(event.currentTarget);
  };

  return (
    <form onSubmit={submit}>
      <label>
        Usuario
        <input name="username" autoComplete="username" required />
      </label>
      <label>
        Contraseña
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {failure && (
        <p role="alert" className="error">
          {failure}
        </p>
      )}
      <button disabled={sending}>{sending ? 'Iniciando sesión...' : 'Iniciar sesión'}</button>
    </form>
  );
}
