import { displayName } from '@pulso/contract/kit/labels';
import { useId, type ReactNode, type Ref } from 'react';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { imageAddress } from '#api/address';
import { CardActions } from '#screens/card-actions';
import { Card } from '#ui/details/card';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal';

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

/** A column; on a phone the picture, the name and the actions in a row, and the text below. */
const cardClass =
  'max-sm:grid max-sm:grid-cols-[5rem_minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:p-3';
const bodyClass = 'flex min-w-0 flex-1 flex-col max-sm:contents';
const pictureClass = 'overflow-hidden max-sm:rounded-control';
const textClass = 'flex min-w-0 flex-1 flex-col gap-1 max-sm:contents sm:p-4';
const footerClass = 'max-sm:col-span-full max-sm:pt-2';

export function CatalogueCard({ title, image, text, active = true, footer, onEdit, onDelete, removing, ref }: Props) {
  const id = useId();
  const name = displayName(title);
  return (
    <Card labelledBy={id} busy={removing} ref={ref} className={cardClass}>
      <div className={bodyClass}>
        <div className={pictureClass}>
          <Picture src={imageAddress(image)} size="card" className="aspect-4/3 w-full" />
        </div>
        <div className={textClass}>
          <div className="min-w-0">
            <h2 id={id} className="font-semibold wrap-anywhere">
              {name}
            </h2>
            {/* The badge lies on the picture if that is large enough. */}
            {!active && (
              <span className="flex w-fit rounded-full border border-line bg-surface max-sm:mt-1 sm:absolute sm:top-3 sm:right-3">
                <Badge tone="grey">Inactivo</Badge>
              </span>
            )}
          </div>
          {text && (
            <div className={`max-sm:row-start-2 ${footerClass}`}>
              <p title={text} className="line-clamp-2 text-sm wrap-anywhere text-muted">
                {text}
              </p>
            </div>
          )}
          {footer && (
            <p className={`mt-auto pt-2 text-xs text-muted tabular-nums max-sm:row-start-3 ${footerClass}`}>{footer}</p>
          )}
        </div>
      </div>
      <CardActions title={name} removing={removing} onEdit={onEdit} onDelete={onDelete} beside />
    </Card>
  );
}

const gridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4';

export function CardGrid({ className = gridClass, children }: { className?: string; children: ReactNode }) {
  return (
    <div {...useFocusAfterRemoval<HTMLDivElement>()} className={className}>
      {children}
    </div>
  );
}

type SkeletonProps = { className?: string; beside?: boolean; children: ReactNode };

/** Skeleton of a grid; `children` have the shape of a card's content above its actions, or beside them. */
export function CardGridSkeleton({ className = gridClass, beside = false, children }: SkeletonProps) {
  return (
    <div aria-busy="true" aria-label="Cargando" role="status" className={className}>
      {[1, 2, 3].map((index) => (
        <div
          key={index}
          data-skeleton
          className={`overflow-hidden rounded-card border border-line bg-surface ${beside ? cardClass : ''}`}
        >
          {children}
          <div
            className={`flex h-15 items-center justify-between border-t border-line px-5 sm:h-14 ${beside ? 'max-sm:col-start-3 max-sm:row-start-1 max-sm:h-auto max-sm:gap-6 max-sm:border-t-0 max-sm:px-3' : ''}`}
          >
            <div className={`skeleton h-4 w-16 ${beside ? 'max-sm:w-4' : ''}`} />
            <div className={`skeleton h-4 w-16 ${beside ? 'max-sm:w-4' : ''}`} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Skeleton of a catalogue's cards, with a short text each or with the title alone. */
export function CatalogueSkeleton({ worded }: { worded: boolean }) {
  return (
    <CardGridSkeleton beside>
      <div className={bodyClass}>
        <div className={pictureClass}>
          <div className="skeleton aspect-4/3 w-full rounded-none" />
        </div>
        <div className={textClass}>
          <div className="skeleton my-0.5 h-5 w-1/2 max-sm:w-3/4" />
          {worded && (
            <div className={`space-y-1 ${footerClass}`}>
              <div className="skeleton my-0.5 h-4 w-full" />
              <div className="skeleton my-0.5 h-4 w-3/5" />
            </div>
          )}
        </div>
      </div>
    </CardGridSkeleton>
  );
}
