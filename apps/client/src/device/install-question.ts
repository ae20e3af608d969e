import type { DateText } from '@pulso/contract/kit/dates';
import { serverToday } from '#http/server-clock';
import { INSTALL_KEY, readStored, store } from '#device/phone-storage';

/** Memory of the install line on this phone: the first day of use, and when 'Ahora no' was said. */
export type InstallMemory = { first?: DateText; hidden?: DateText };

export const readInstallMemory = () => readStored<InstallMemory>(INSTALL_KEY) ?? {};

/** True from the second day of use on; the first one is remembered. */
export function isUsedAgain(): boolean {
  const { first } = readInstallMemory();
  if (first === undefined) store(INSTALL_KEY, { first: serverToday() });
  return first !== undefined && first < serverToday();
}

/** Android's browsers offer to install the app once, early: their question is kept until the person wants it. */
type QuestionEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

let question: QuestionEvent | undefined;
const listeners = new Set<() => void>();

function setQuestion(event: QuestionEvent | undefined) {
  question = event;
  for (const listener of listeners) listener();
}

export function keepInstallQuestion() {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setQuestion(event as QuestionEvent);
  });
  window.addEventListener('appinstalled', () => setQuestion(undefined));
}

export const hasInstallQuestion = () => question !== undefined;

export function onInstallQuestion(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks; a browser lets each question be asked once. True if the person said yes. */
export async function askToInstall(): Promise<boolean> {
  const asked = question;
  setQuestion(undefined);
  return (await asked?.prompt())?.outcome === 'accepted';
}
