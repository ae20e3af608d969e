import { Crown } from 'lucide-react';
import type { ReactNode } from 'react';

const toneClasses = {
  green: 'bg-green-soft text-green',
  yellow: 'bg-yellow-soft text-yellow',
  red: 'bg-red-soft text-red',
  grey: 'bg-grey-soft text-grey',
  purple: 'bg-purple-soft text-purple',
  blue: 'bg-blue-soft text-blue',
  accent: 'bg-accent-soft text-accent',
};
export type Tone = keyof typeof toneClasses;

type Props = {
  tone: Tone;
  /** True for the usual one in a column of badges: its colour and words without the pill, so that the others are seen. */
  quiet?: boolean;
  children: ReactNode;
};

export function Badge({ tone, quiet = false, children }: Props) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full py-0.5 text-xs font-semibold whitespace-nowrap text-balance ${toneClasses[tone]} ${quiet ? 'bg-transparent! font-medium!' : 'px-2.5'}`}
    >
      {children}
    </span>
  );
}

export function PremiumBadge() {
  return (
    <Badge tone="yellow">
      <Crown aria-hidden className="size-3" /> Premium
    </Badge>
  );
}
