import type { Address } from '#addresses';
import { Link } from '#navigation/link';

type Props = {
  to: Address;
  /** The id of what it leads to the list of. */
  of: string;
  className: string;
};

/** Link over a number, to its list. It is not named like the number, as the menu's link has that name. */
export function ListLink({ to, of, className }: Props) {
  return <Link to={to} aria-label="Ver la lista" aria-describedby={of} className={`absolute ${className}`} />;
}
