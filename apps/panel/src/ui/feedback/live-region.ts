/** Id of the live region; the layout has one, which exists before any message. */
export const LIVE_REGION_ID = 'voz';
/** Pause before announcing, so that a text that changes with every key is said once. */
const PAUSE_MS = 300;

const waiting = new Map<string, string>();
let timer = 0;

/**
 * Announces a change on the screen to screen readers: saved, found, sorted, loaded. Simultaneous messages are joined;
 * only the last one of a topic is said.
 */
export function speak(words: string, topic = words) {
  waiting.set(topic, words);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    const voice = document.getElementById(LIVE_REGION_ID);
    const said = [...waiting.values()].join('. ');
    waiting.clear();
    // Repeating the same text would be no change, and so would not be announced.
    if (voice) voice.textContent = voice.textContent === said ? `${said}\u00a0` : said;
  }, PAUSE_MS);
}
