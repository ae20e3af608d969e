import { accentTones } from '@pulso/web/accent-tones';

/** Reads a value of the business that the server put into the page's head. */
const meta = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';

export const brand = {
  name: meta('pulso-name'),
  accent: meta('theme-color'),
  /** The logo, or the initial on the colour. */
  icon: document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? '',
};

/** Pulso's own tones stand in the theme. */
const PULSO_ACCENT = '#c23a12';
/** A button under the pointer is this much nearer to black, or to white if its text is black. */
const HOVER_SHARE = '14%';

/** Gives the theme the business's colour, by script: the policy allows no inline style. */
export function applyAccent(accent: string) {
  if (accent.toLowerCase() === PULSO_ACCENT || !/^#[\da-f]{6}$/i.test(accent)) return;
  const { light, dark } = accentTones(accent);
  const both = (tone: (tones: typeof light) => string) => `light-dark(${tone(light)}, ${tone(dark)})`;
  const away = (onMark: string) => (onMark === '#ffffff' ? '#000' : '#fff');
  const tones = {
    '--c-accent': both(({ mark }) => mark),
    '--c-accent-text': both(({ text }) => text),
    '--c-accent-strong': both(({ mark, onMark }) => `color-mix(in srgb, ${mark}, ${away(onMark)} ${HOVER_SHARE})`),
    '--c-accent-soft': both(({ soft }) => soft),
    '--c-on-accent': both(({ onMark }) => onMark),
  };
  for (const [name, value] of Object.entries(tones)) document.documentElement.style.setProperty(name, value);
}
