import type { ReactNode } from 'react';
import { isNotFound, isUnanswered, NO_RESPONSE_MESSAGE } from '@pulso/web/answers';
import { BackLink } from '@pulso/web/ui/controls/links';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import type { Address } from '#addresses';
import { PageHeader } from '#ui/layout/page';

type ItemQuery<Row> = { data: Row | undefined; error: Error | null; refetch: () => unknown };
type Props<Row> = {
  item: ItemQuery<Row>;
  failure: (error: Error) => string;
  reason?: (error: Error) => string | undefined;
  back: { to: Address; label: string };
  skeleton: ReactNode;
  /** Title of a form, known before the item is loaded; also sets the width of a form. */
  form?: string;
  children: (row: Row) => ReactNode;
};

/** The states of a screen that shows one item: loading, failed with the way back, and loaded. */
export function ItemStates<Row>({ item, failure, reason, back, skeleton, form, children }: Props<Row>) {
  const { data, error, refetch } = item;
  const state = error ? failure(error) : 'Cargando';
  useTitle(data !== undefined || form !== undefined ? undefined : state);
  if (data !== undefined) return children(data);
  return (
    <div className={form && 'mx-auto max-w-4xl'}>
      <BackLink to={back.to}>{back.label}</BackLink>
      {form && <PageHeader title={form} tab={state} />}
      {error ? (
        <div className={form ? undefined : 'mt-2'}>
          <FailureState
            message={failure(error)}
            reason={reason?.(error) ?? (isUnanswered(error) ? NO_RESPONSE_MESSAGE : undefined)}
            // A missing item will be missing the next time too.
            onRetry={isNotFound(error) ? undefined : () => void refetch()}
          />
        </div>
      ) : (
        skeleton
      )}
    </div>
  );
}

const cardClass = 'rounded-card border border-line bg-surface p-5';

/** A picture above its facts, beside them on a tablet: neither fills the screen. On a phone the facts come last. */
export const pictureAndFactsClass =
  'max-sm:contents sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:gap-6 lg:space-y-6 print:block';
export const detailPictureClass = 'aspect-4/3 w-full rounded-card border border-line max-sm:aspect-2/1';
export const detailFactsClass = 'max-sm:order-1';

/** Skeleton of a picture, if there is one, a few facts, and a text. */
function SkeletonCards({ pictured }: { pictured: boolean }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      <div className={pictured ? pictureAndFactsClass : undefined}>
        {pictured && <div className={`skeleton ${detailPictureClass}`} />}
        <div className={`${cardClass} space-y-4 ${pictured ? detailFactsClass : ''}`}>
          <div className="skeleton h-5 w-1/3" />
          {[1, 2, 3, 4].map((fact) => (
            <div key={fact} className="skeleton h-4 w-2/3" />
          ))}
        </div>
      </div>
      <div className="space-y-6 lg:col-span-2">
        {[1, 2].map((part) => (
          <div key={part} className={`${cardClass} space-y-3`}>
            <div className="skeleton mb-4 h-5 w-1/3" />
            <div className="skeleton h-4 w-full" />
            <div className="skeleton h-4 w-full" />
            <div className="skeleton h-4 w-3/5" />
          </div>
        ))}
      </div>
    </div>
  );
}

type SkeletonProps = { pictured?: boolean; children?: ReactNode };

/** Skeleton of a detail: a title, and below it `children` or a few paragraphs. */
export function DetailSkeleton({ pictured = true, children = <SkeletonCards pictured={pictured} /> }: SkeletonProps) {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando">
      <div
        data-skeleton
        className="skeleton my-1.5 h-8 w-72 max-w-full max-sm:mb-12.5 sm:@max-4xl:mt-1 sm:@max-4xl:mb-13 @4xl:mt-0.5 @4xl:mb-6.5"
      />
      {children}
    </div>
  );
}
