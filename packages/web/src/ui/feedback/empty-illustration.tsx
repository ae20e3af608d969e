import { useContext } from 'react';
import { ScreenIcon } from './screen-icon';

/** Illustration: the logo's pulse line, flat around the screen's icon. */
export function EmptyIllustration() {
  return (
    <div aria-hidden className="relative flex h-16 w-64 max-w-full items-center justify-center">
      <svg viewBox="0 0 256 64" fill="none" className="absolute inset-0 size-full text-line" strokeWidth="2">
        <path
          d="M4 32h34l6-9 9 20 7-11h136l6-9 9 20 7-11h34"
          stroke="currentColor"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="relative flex size-16 items-center justify-center rounded-full border border-line bg-surface text-muted">
        {useContext(ScreenIcon)}
      </span>
    </div>
  );
}
