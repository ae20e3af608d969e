import { CalendarRange } from 'lucide-react';
import { useId, type Ref } from 'react';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { CardActions } from '#screens/card-actions';
import { CardGridSkeleton } from '#screens/catalogue-card';
import { Card } from '#ui/details/card';

type Props = {
  title: string;
  text: string;
  active: boolean;
  price: string;
  duration: string;
  created: string;
  removing: boolean;
  onEdit: () => void;
  onDelete: () => void;
  ref?: Ref<HTMLElement>;
};

export function PlanCard({ title, text, active, price, duration, created, removing, onEdit, onDelete, ref }: Props) {
  const id = useId();
  return (
    <Card labelledBy={id} busy={removing} ref={ref}>
      <div className="flex flex-1 flex-col gap-4 p-5">
        <div className="flex items-start justify-between gap-3">
          <h2 id={id} className="text-lg font-semibold wrap-anywhere">
            {title}
          </h2>
          {!active && <Badge tone="grey">Inactivo</Badge>}
        </div>
        <div>
          <p className="text-2xl font-bold tabular-nums">{price}</p>
          <p className="mt-1 inline-flex items-center gap-1.5 text-sm text-muted">
            <CalendarRange aria-hidden className="size-4" />
            {duration}
          </p>
        </div>
        <p title={text} className="line-clamp-3 text-sm wrap-anywhere text-muted">
          {text}
        </p>
        <p className="mt-auto text-xs text-muted tabular-nums">Creada el {created}</p>
      </div>
      <CardActions title={title} removing={removing} onEdit={onEdit} onDelete={onDelete} />
    </Card>
  );
}

export function PlanSkeleton() {
  return (
    <CardGridSkeleton>
      <div className="p-5">
        <div className="skeleton my-1 h-5 w-1/2" />
        <div className="skeleton mt-5 h-7 w-2/3" />
        <div className="skeleton mt-2 h-4 w-24" />
        <div className="skeleton mt-5 h-4 w-full" />
        <div className="skeleton mt-1 h-4 w-3/5" />
        <div className="skeleton mt-5 h-3 w-32" />
      </div>
    </CardGridSkeleton>
  );
}
