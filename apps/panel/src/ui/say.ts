/** Where it is said: the layout has one such place, which is there before anything is. */
export const VOICE = 'voz';
/** A pause, so that what changes with every key is said once. */
const PAUSE_MS = 300;

const waiting = new Map<string, string>();
let timer = 0;

/**
 * Says to who does not see the screen what changed on it: saved, found, sorted, loaded. What comes together is one message;
 * of one topic only the last is said.
 */
export function say(words: string, topic = words) {
  waiting.set(topic, words);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    const voice = document.getElementById(VOICE);
    const said = [...waiting.values()].join('. ');
    waiting.clear();
    // The same words again would be no change, and so would not be heard.
    if (voice) voice.textContent = voice.textContent === said ? `${said}\u00a0` : said;
  }, PAUSE_MS);
}
