/** Id of the live region; the layout has one, which exists before any message. */
export const LIVE_REGION_ID = 'voz';
/** Pause before announcing, so that a text that changes with every key is said once. */
const SPEAK_DELAY_MS = 300;

const pendingTexts = new Map<string, string>();
let speakTimer = 0;

/**
 * Announces a change on the screen to screen readers: saved, found, sorted, loaded. Simultaneous messages are joined;
 * only the last one of a topic is said.
 */
export function speak(words: string, topic = words) {
  pendingTexts.set(topic, words);
  window.clearTimeout(speakTimer);
  speakTimer = window.setTimeout(() => {
    const voice = document.getElementById(LIVE_REGION_ID);
    // A message that ends with its own full stop gets no second one.
    const text = [...pendingTexts.values()].join('. ').replaceAll('.. ', '. ');
    pendingTexts.clear();
    // Repeating the same text would be no change, and so would not be announced.
    if (voice) voice.textContent = voice.textContent === text ? `${text}\u00a0` : text;
  }, SPEAK_DELAY_MS);
}
