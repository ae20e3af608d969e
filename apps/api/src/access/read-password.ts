import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartupError } from '#startup-error';

/** One line without an echo, or undefined if there was none. */
async function readLine(prompt: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY });
  if (stdin.isTTY) stderr.write(prompt);
  try {
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
    return line;
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}

/** Reads a pipe's first line, or asks twice at a terminal. Not an argument: every process of the machine sees those. */
export async function readPassword(): Promise<string> {
  const password = await readLine('Contraseña nueva: ');
  if (!password) throw new StartupError('No llegó ninguna contraseña: no se cambió nada.');
  if (process.stdin.isTTY && (await readLine('Otra vez: ')) !== password)
    throw new StartupError('Las dos contraseñas no son iguales: no se cambió nada.');
  return password;
}
