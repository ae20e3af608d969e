import { CallFailure, isUnanswered } from '@pulso/web/answers';
import { leave } from '#device/entering';
import { readPerson } from '#device/session';
import { openLog } from '#device/use-log';

/** What becomes of what was not sent: it is sent first, it waits here for the same person, or it is erased. */
export type Leaving = 'send' | 'keep' | 'erase';

/** How long sending is tried before leaving. */
const SEND_MS = 10_000;

export async function leaveWith(how: Leaving): Promise<void> {
  if (how === 'send') {
    const { sendAll } = await openLog();
    if (!(await sendAll(SEND_MS))) throw new CallFailure(0, 'No se pudo enviar. Sigue guardado en este teléfono.');
  }
  const person = readPerson();
  try {
    await leave();
  } catch (error) {
    // The cookie is the server's to end: a phone that only forgot it could be entered again.
    if (isUnanswered(error)) throw new CallFailure(0, 'Para salir hace falta conexión. Todo sigue en este teléfono.');
    throw error;
  }
  if (how === 'erase' && person) await import('#device/left-logs').then(({ eraseLeft }) => eraseLeft(person.id));
}
