import type { Tone } from '#ui/badge';

const fills: Record<Tone, string> = {
  green: 'bg-green-fill',
  yellow: 'bg-yellow-fill',
  red: 'bg-red',
  grey: 'bg-grey-fill',
  purple: 'bg-purple-fill',
  blue: 'bg-blue-fill',
  accent: 'bg-accent',
};

/** The solid colour of a tone, for bars and their legends. */
export const fillOf = (tone: Tone) => fills[tone];

/** A share as a bar. The number stands beside it in words, so the bar itself is only for the eye. */
export function Bar({ percent, tone }: { percent: number; tone: Tone }) {
  return (
    <div aria-hidden className="h-2 overflow-hidden rounded-full bg-grey-soft">
      <div className={`h-full rounded-full ${fillOf(tone)}`} style={{ width: `${percent}%` }} />
    </div>
  );
}
