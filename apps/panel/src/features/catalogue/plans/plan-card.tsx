import { CalendarRange, Users } from 'lucide-react';
import { useId, type Ref } from 'react';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { CardActions } from '#screens/card-actions';
import { CardGridSkeleton } from '#screens/catalogue-card';
import { Card } from '#ui/details/card';
import { Bar } from '#ui/feedback/bar';
import { formatCount } from '#ui/text/numbers';

type Props = {
  title: string;
  text: string;
  active: boolean;
  price: string;
  duration: string;
  /** 'ARS 26.000,00 por mes', of a plan of several. */
  perMonth: string;
  created: string;
  /** Number of its clients, and the share of a month's money that comes from them; unknown on some servers. */
  clients: { count: number; share: number } | undefined;
  removing: boolean;
  onEdit: () => void;
  onDelete: () => void;
  ref?: Ref<HTMLElement>;
};

export function PlanCard(props: Props) {
  const { title, text, active, price, duration, perMonth, created, clients, removing, onEdit, onDelete, ref } = props;
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
            <span>{duration}</span>
            {perMonth && <span className="tabular-nums">· {perMonth}</span>}
          </p>
        </div>
        {clients && (
          <div>
            <p className="mb-1.5 flex justify-between gap-3 text-sm tabular-nums">
              <span className="inline-flex items-center gap-1.5 font-medium">
                <Users aria-hidden className="size-4 text-muted" />
                {formatCount(clients.count)} {clients.count === 1 ? 'cliente' : 'clientes'}
              </span>
              <span title="De lo que entra por mes con los planes" className="text-muted">
                {clients.share} % del mes
              </span>
            </p>
            <Bar percent={clients.share} tone="accent" />
          </div>
        )}
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
