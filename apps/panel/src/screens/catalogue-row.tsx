import { displayName } from '@pulso/contract/kit/labels';
import { Pencil } from 'lucide-react';
import { useId, type ReactNode, type Ref } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { InlineConfirm } from '#ui/dialogs/inline-confirm';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal';

type Props = {
  title: string;
  image?: ReactNode;
  badges?: ReactNode;
  text?: ReactNode;
  aside?: ReactNode;
  /** Consequence of the deletion, where it has one. */
  question?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  removing: boolean;
  ref?: Ref<HTMLLIElement>;
};

export function CatalogueRow({ title, image, badges, text, aside, question, onEdit, onDelete, removing, ref }: Props) {
  const id = useId();
  const name = displayName(title);
  return (
    <li
      ref={ref}
      aria-labelledby={id}
      aria-busy={removing || undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3 transition-opacity duration-150 aria-busy:opacity-50 sm:px-4 sm:py-1.5"
    >
      {image}
      <div className="min-w-0 flex-1 basis-24 sm:basis-48">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id={id} className="font-semibold wrap-anywhere">
            {name}
          </h2>
          {badges}
        </div>
        {text && <div className="mt-0.5 text-sm wrap-anywhere text-muted">{text}</div>}
      </div>
      {aside}
      <div className="ml-auto flex items-center gap-1 max-sm:-my-1.5">
        <Button
          look="quiet"
          className="font-medium! text-muted! sm:px-3!"
          icon={<Pencil aria-hidden className="size-4" />}
          title={name}
          onClick={onEdit}
        >
          <span className="max-sm:sr-only">Editar</span>
        </Button>
        <InlineConfirm name={name} busy={removing} onConfirm={onDelete} question={question} />
      </div>
    </li>
  );
}

const listClass = 'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface';

export function RowList({ children }: { children: ReactNode }) {
  return (
    <ul {...useFocusAfterRemoval<HTMLUListElement>()} className={listClass}>
      {children}
    </ul>
  );
}

export function RowListSkeleton({ pictured = true }: { pictured?: boolean }) {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando" className={listClass}>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} data-skeleton className="flex items-center gap-4 p-3 sm:px-4 sm:py-1.5">
          {pictured && <div className="skeleton size-14 sm:size-11" />}
          <div className="flex-1 space-y-2">
            <div className="skeleton h-5 w-1/3" />
            <div className="skeleton h-4 w-1/2" />
          </div>
          <div className="skeleton mx-4 h-4 w-44 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
