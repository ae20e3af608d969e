import { Link } from '@pulso/web/navigation/link';
import type { Address } from '#addresses';

type Props = {
  to: Address;
  /** Words beside the number. */
  name: string;
  className: string;
};

/** Link over a number, to its list. It is not named like the number alone, as the menu's link has that name. */
export function ListLink({ to, name, className }: Props) {
  return <Link to={to} aria-label={`Ver la lista: ${name}`} className={`absolute ${className}`} />;
}
