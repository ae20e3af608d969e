import type { Passwords } from '#access/passwords';
import type { TestApp } from '#test/test-app';

export const HOME_ADDRESS = '200.45.1.7';
export const RIGHT_PASSWORD = 'clave-segura';

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Counts password checks, without the slow hash. */
export function countingPasswords() {
  const counted = { looks: 0 };
  const passwords: Passwords = {
    hash: async (password) => password,
    matches: async (stored, password) => {
      counted.looks += 1;
      return stored !== undefined && password === RIGHT_PASSWORD;
    },
  };
  return { counted, passwords };
}

export type LoginAttempt = {
  username?: string;
  password?: string;
  from?: string;
  headers?: Record<string, string>;
  extra?: object;
};

/** A login, by default of the administrator with a wrong password. */
export const attemptLogin = (
  app: TestApp,
  { username = 'admin', password = 'mala', from, headers, extra }: LoginAttempt,
) =>
  app.send('POST', '/api/auth/login', {
    from,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ username, password, ...extra }),
  });

/** The number of answers by status. */
export function countByStatus(answers: { status: number }[]): Record<number, number> {
  const found: Record<number, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
}
