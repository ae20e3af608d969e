import { Button } from '@pulso/web/ui/controls/button';

type Props = { list: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void } };

/** Button for the next page of a list that is read on and on. */
export function LoadMore({ list: { hasMore, isLoadingMore, loadMore } }: Props) {
  if (!hasMore) return null;
  return (
    <div className="flex justify-center">
      <Button busy={isLoadingMore} disabled={isLoadingMore} onClick={loadMore}>
        Cargar más
      </Button>
    </div>
  );
}
