import { readStored, store } from '#device/phone-storage';

/** How the end of a rest is told; chosen for this phone, whoever is inside. */
const SIGNALS_KEY = 'pulso-mi-senales';
export type Signals = { sound: boolean; vibration: boolean };

export const readSignals = (): Signals => ({
  sound: true,
  vibration: true,
  ...readStored<Partial<Signals>>(SIGNALS_KEY),
});
export const storeSignals = (signals: Signals) => store(SIGNALS_KEY, signals);

/** An iPhone has none for pages. */
export const canVibrate = () => typeof navigator.vibrate === 'function';

let audio: AudioContext | undefined;

/** Called from a tap: before one a browser lets no page sound. */
export function unlockSound() {
  if (!globalThis.AudioContext) return;
  audio ??= new AudioContext();
  if (audio.state !== 'running') void audio.resume().catch(() => undefined);
}

const TONE = { hertz: 880, seconds: 0.16, gapSeconds: 0.12, volume: 0.4 };
const VIBRATION_MS = [200, 120, 200];

function playTone(context: AudioContext, from: number) {
  const until = from + TONE.seconds;
  const volume = context.createGain();
  volume.gain.setValueAtTime(TONE.volume, from);
  // A tone that is cut off would click.
  volume.gain.exponentialRampToValueAtTime(0.001, until);
  const tone = context.createOscillator();
  tone.frequency.value = TONE.hertz;
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(until);
}

/** Two short tones, and vibration, as far as they are wanted and there are any. */
export function giveSignal() {
  const { sound, vibration } = readSignals();
  if (sound && audio?.state === 'running')
    for (const index of [0, 1]) playTone(audio, audio.currentTime + index * (TONE.seconds + TONE.gapSeconds));
  if (vibration && canVibrate()) navigator.vibrate(VIBRATION_MS);
}
