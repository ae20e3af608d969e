import { Pencil } from 'lucide-react';
import { Button } from '@pulso/web/ui/controls/button';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';

type Props = {
  title: string;
  removing: boolean;
  onEdit: () => void;
  onDelete: () => void;
  /** Places the actions at the end of the card on a phone, not under it. */
  beside?: boolean;
};

/** The footer of a card: the actions for its item. */
export function CardActions({ title, removing, onEdit, onDelete, beside = false }: Props) {
  return (
    <div
      className={`flex justify-between gap-2 border-t border-line p-2 ${beside ? 'max-sm:col-start-3 max-sm:row-start-1 max-sm:-mr-2 max-sm:gap-0 max-sm:border-t-0 max-sm:p-0' : ''}`}
    >
      <Button look="quiet" icon={<Pencil aria-hidden className="size-4" />} title={title} onClick={onEdit}>
        <span className={beside ? 'max-sm:sr-only' : ''}>Editar</span>
      </Button>
      <TwoStepDelete name={title} busy={removing} onDelete={onDelete} phoneIcon={beside} />
    </div>
  );
}
