import { isWebLink } from '@pulso/contract/kit/fields';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { to: string; children: ReactNode };

/** A link that leaves the panel. Old rows may hold anything, so an unsafe address becomes no link at all. */
export function WebLink({ to, children }: Props) {
  if (!isWebLink(to)) return null;
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-1 text-sm font-medium text-accent underline-offset-4 hover:underline sm:min-h-6"
    >
      {children}
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  );
}
