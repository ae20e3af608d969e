import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

const lookClasses = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border border-line bg-surface text-text hover:bg-sunken',
  quiet: 'text-text hover:bg-sunken',
  /** Grey until hovered or focused: red is reserved for imminent danger. */
  quietDanger: 'text-muted hover:bg-red-soft hover:text-red focus-visible:text-red',
  danger: 'border border-red text-red hover:bg-red-soft',
  armed: 'bg-red-solid text-white hover:opacity-90',
};

export type Look = keyof typeof lookClasses;
type Props = ComponentProps<'button'> & { look?: Look; icon?: ReactNode; busy?: boolean };

const baseClass =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 text-sm font-semibold whitespace-nowrap transition-colors disabled:opacity-60 sm:min-h-10';

export function buttonClass(look: Look = 'plain') {
  return `${baseClass} ${lookClasses[look]}`;
}

/** True for the second click of a double click: it hit whatever the first one put under the pointer. */
export const isSecondClick = ({ detail }: { detail: number }) => detail > 1;

export function Button({
  look = 'plain',
  icon,
  busy = false,
  className = '',
  children,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button type={type} className={`${buttonClass(look)} ${className}`} aria-busy={busy || undefined} {...rest}>
      {busy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : icon}
      {children}
    </button>
  );
}

export const iconButtonClass =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-text disabled:opacity-60 sm:size-10';

type IconProps = ComponentProps<'button'> & { label: string; icon: ReactNode };

/** An icon-only button; the label is its accessible name and its tooltip. */
export function IconButton({ label, icon, className = '', ...rest }: IconProps) {
  return (
    <button type="button" aria-label={label} title={label} className={`${iconButtonClass} ${className}`} {...rest}>
      {icon}
    </button>
  );
}
