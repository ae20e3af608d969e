import { shownName } from '@pulso/contract/kit/labels';
import { useId, type ReactNode, type Ref } from 'react';
import { imageAddress } from '#api/address';
import { CardActions } from '#screens/card-actions';
import { Badge } from '#ui/badge';
import { Card } from '#ui/card';
import { Picture } from '#ui/picture';

type Props = {
  title: string;
  image: string | null | undefined;
  text?: string | null;
  active?: boolean;
  footer?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  removing: boolean;
  ref?: Ref<HTMLElement>;
};

export function CatalogueCard({ title, image, text, active = true, footer, onEdit, onDelete, removing, ref }: Props) {
  const id = useId();
  const name = shownName(title);
  return (
    <Card labelledBy={id} busy={removing} ref={ref}>
      <div className="relative">
        <Picture src={imageAddress(image)} size="card" className="aspect-4/3 w-full" />
        {!active && (
          <span className="absolute top-3 right-3 rounded-full border border-line bg-surface">
            <Badge tone="grey">Inactivo</Badge>
          </span>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <h2 id={id} className="font-semibold wrap-anywhere">
          {name}
        </h2>
        {text && <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{text}</p>}
        {footer && <p className="mt-auto pt-2 text-xs text-muted tabular-nums">{footer}</p>}
      </div>
      <CardActions title={name} removing={removing} onEdit={onEdit} onDelete={onDelete} />
    </Card>
  );
}

const gridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4';

export function CardGrid({ children }: { children: ReactNode }) {
  return <div className={gridClass}>{children}</div>;
}

export function CardGridSkeleton({ cards = 3 }: { cards?: number }) {
  return (
    <div aria-busy="true" aria-label="Cargando" role="status" className={gridClass}>
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} data-skeleton className="overflow-hidden rounded-card border border-line bg-surface">
          <div className="skeleton aspect-4/3 w-full rounded-none" />
          <div className="space-y-2 p-4">
            <div className="skeleton h-5 w-2/3" />
            <div className="skeleton h-4 w-full" />
          </div>
          <div className="h-14 border-t border-line" />
        </div>
      ))}
    </div>
  );
}
