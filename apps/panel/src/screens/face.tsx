import { Picture } from '@pulso/web/ui/details/picture';
import { imageAddress } from '#api/address';
import { Initial } from '#ui/details/initial';

type Props = { name: string; image: string | null | undefined; className: string };

/** A person's picture, or the first letter of the name in its place. `className` has the size, and shows it. */
export const Face = ({ name, image, className }: Props) =>
  image ? (
    <span aria-hidden className={`shrink-0 overflow-hidden rounded-full ${className}`}>
      <Picture src={imageAddress(image)} size="thumb" className="size-full" />
    </span>
  ) : (
    <Initial name={name} className={className} />
  );
