import { formatDate, today } from '@pulso/contract/kit/dates';
import { imageInSize } from '@pulso/contract/kit/images';
import { imageAddress } from '#api/address';
import { useBusiness } from '#features/billing/business/use-business';

/** Logo of the business, as it was drawn; nothing without one. */
export function Logo({ src, className }: { src: string | undefined; className: string }) {
  const address = imageAddress(src);
  return address && <img src={imageInSize(address, 'card')} alt="" className={`object-contain ${className}`} />;
}

/** Name and logo of the business, and the day, on whatever is printed. */
export function Letterhead() {
  const { data: business } = useBusiness();
  return (
    <div className="mb-4 flex items-center gap-3 border-b border-line pb-2 text-sm">
      <Logo src={business?.logo_image} className="h-12 max-w-40 object-left" />
      <p className="min-w-0 flex-1 font-semibold wrap-anywhere">{business?.name}</p>
      <p className="text-xs tabular-nums">{formatDate(today())}</p>
    </div>
  );
}
