import type { Address } from '#addresses';
import { Link } from '#navigation/link';

type Props = {
  to: Address;
  /** The id of what it leads to the list of. */
  of: string;
  className: string;
};

/** Over a number, to the list behind it. Not by the number's own name, which the menu has too. */
export function ListLink({ to, of, className }: Props) {
  return <Link to={to} aria-label="Ver la lista" aria-describedby={of} className={`absolute ${className}`} />;
}
