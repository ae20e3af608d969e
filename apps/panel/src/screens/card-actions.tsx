import { Pencil } from 'lucide-react';
import { Button } from '#ui/button';
import { TwoStepDelete } from '#ui/two-step-delete';

type Props = { title: string; removing: boolean; onEdit: () => void; onDelete: () => void };

/** The foot of a card: what can be done to its item. */
export function CardActions({ title, removing, onEdit, onDelete }: Props) {
  return (
    <div className="flex justify-between gap-2 border-t border-line p-2">
      <Button look="quiet" icon={<Pencil aria-hidden className="size-4" />} title={title} onClick={onEdit}>
        Editar
      </Button>
      <TwoStepDelete name={title} busy={removing} onDelete={onDelete} />
    </div>
  );
}
