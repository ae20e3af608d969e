import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Address } from '../../navigation/address';
import { Link } from '../../navigation/link';
import { buttonClass, iconButtonClass, type Look } from './button';

/** Link above the title, back to the list as it was left. */
export function BackLink({ to, children }: { to: Address; children: ReactNode }) {
  return (
    <Link
      to={to}
      asLeft
      className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-muted hover:text-text print:hidden"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}

type ButtonProps = {
  to: Address;
  asLeft?: boolean;
  look?: Look;
  icon?: ReactNode;
  title?: string;
  children: ReactNode;
};

/** A link that looks like a button, because it leads to the next step. */
export function LinkButton({ to, asLeft, look, icon, title, children }: ButtonProps) {
  return (
    <Link to={to} asLeft={asLeft} title={title} className={buttonClass(look)}>
      {icon}
      {children}
    </Link>
  );
}

type IconProps = { to: Address; label: string; icon: ReactNode; of: string };

/** An icon-only link; its tooltip also names the item. */
export function IconLink({ to, label, icon, of }: IconProps) {
  return (
    <Link to={to} aria-label={label} title={`${label}: ${of}`} className={iconButtonClass}>
      {icon}
    </Link>
  );
}
