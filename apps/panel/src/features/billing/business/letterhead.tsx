import { formatDate, today } from '@pulso/contract/kit/dates';
import { Logo } from '@pulso/web/ui/details/logo';
import { imageAddress } from '#api/address';
import { useBusiness } from '#features/billing/business/use-business';

/** Name and logo of the business, and the day, on whatever is printed. */
export function Letterhead() {
  const { data: business } = useBusiness();
  return (
    <div className="mb-4 flex items-center gap-3 border-b border-line pb-2 text-sm">
      <Logo src={imageAddress(business?.logo_image)} className="h-12 max-w-40 object-left" />
      <p className="min-w-0 flex-1 font-semibold wrap-anywhere">{business?.name}</p>
      <p className="text-xs tabular-nums">{formatDate(today())}</p>
    </div>
  );
}
