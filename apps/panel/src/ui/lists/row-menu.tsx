import { Menu } from '@base-ui/react/menu';
import { Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { CountdownBar, useTwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import type { RowAction } from '#ui/lists/row-actions';

const itemClass =
  'relative flex min-h-11 cursor-pointer items-center gap-3 overflow-hidden rounded-control px-3 text-sm font-medium outline-none select-none data-disabled:opacity-60';
const lookClasses = {
  plain: 'data-highlighted:bg-sunken',
  danger: 'text-red data-highlighted:bg-red-soft',
  armed: 'bg-red-solid text-white',
};

type Deletion = { busy: boolean; onDelete: () => void };

/** Menu item that the first press arms, keeping the menu open. */
function DeleteItem({ busy, onDelete, onClose }: Deletion & { onClose: () => void }) {
  const { isArmed, press } = useTwoStepDelete(() => {
    onClose();
    onDelete();
  });
  return (
    <Menu.Item
      closeOnClick={false}
      disabled={busy}
      onClick={press}
      className={`${itemClass} ${isArmed ? lookClasses.armed : lookClasses.danger}`}
    >
      <Trash2 aria-hidden className="size-4" />
      {isArmed ? 'Confirmar' : 'Eliminar'}
      {isArmed && <CountdownBar />}
    </Menu.Item>
  );
}

type Props = {
  /** Button that opened the menu. */
  anchor: RefObject<HTMLButtonElement | null>;
  name: string;
  actions: RowAction[];
  deletion?: Deletion;
  onClose: () => void;
};

/** Menu with the actions of a card. */
export function RowMenu({ anchor, name, actions, deletion, onClose }: Props) {
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4} collisionPadding={8} className="z-40">
          <Menu.Popup
            aria-label={`Acciones: ${name}`}
            finalFocus={anchor}
            className="min-w-52 rounded-card border border-line bg-raised p-1 shadow-float outline-none"
          >
            {actions.map((action) => {
              const content = (
                <>
                  <action.icon aria-hidden className="size-4 shrink-0" />
                  {'hint' in action && action.hint ? (
                    <span className="min-w-0 py-1.5">
                      {action.label}
                      <span className="block text-xs font-normal text-muted">{action.hint}</span>
                    </span>
                  ) : (
                    action.label
                  )}
                </>
              );
              return 'to' in action ? (
                <Menu.LinkItem
                  key={action.label}
                  className={`${itemClass} ${lookClasses.plain}`}
                  render={<Link to={action.to} onFollow={onClose} />}
                >
                  {content}
                </Menu.LinkItem>
              ) : (
                <Menu.Item
                  key={action.label}
                  disabled={action.disabled}
                  onClick={action.onPress}
                  className={`${itemClass} ${action.danger ? lookClasses.danger : lookClasses.plain}`}
                >
                  {content}
                </Menu.Item>
              );
            })}
            {deletion && <DeleteItem {...deletion} onClose={onClose} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
