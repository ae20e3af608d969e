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

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap text-balance ${toneClasses[tone]}`}
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
