import { formatAmount } from '@pulso/contract/kit/money';
import { ChevronRight } from 'lucide-react';
import { Picture } from '@pulso/web/ui/details/picture';

type Props = { title: string; image_url: string | null; calories: number; total_time?: string; above?: string };

/** '1.850 kcal', '320,5 kcal' */
export const kilocalories = (calories: number) => `${formatAmount(calories).replace(/(,\d)0$/, '$1')} kcal`;

/** A diet in a list. */
export function DietRow({ title, image_url, calories, total_time, above }: Props) {
  return (
    <>
      <Picture src={image_url} size="thumb" className="size-16 shrink-0 rounded-control" />
      <span className="min-w-0 flex-1">
        {above && <span className="block text-sm text-muted">{above}</span>}
        <span className="block font-semibold wrap-anywhere">{title}</span>
        <span className="block text-sm text-muted tabular-nums">
          {[kilocalories(calories), total_time].filter(Boolean).join(' · ')}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </>
  );
}
