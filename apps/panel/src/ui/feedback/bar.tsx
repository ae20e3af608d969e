import type { Tone } from '@pulso/web/ui/feedback/badge';

const fillClasses: Record<Tone, string> = {
  green: 'bg-green-fill',
  yellow: 'bg-yellow-fill',
  red: 'bg-red',
  grey: 'bg-grey-fill',
  purple: 'bg-purple-fill',
  blue: 'bg-blue-fill',
  accent: 'bg-accent',
};

/** Solid colour of a tone, for bars and their legends; kept even if the user forces colours of their own. */
export const fillClass = (tone: Tone) => `forced-color-adjust-none ${fillClasses[tone]}`;

/** A share as a bar, hidden from screen readers: its number is always written beside it. */
export function Bar({ percent, tone }: { percent: number; tone: Tone }) {
  return (
    <div aria-hidden className="h-2 overflow-hidden rounded-full bg-grey-soft">
      <div className={`h-full rounded-full ${fillClass(tone)}`} style={{ width: `${percent}%` }} />
    </div>
  );
}
