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
