import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { displayName } from '@pulso/contract/kit/labels';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Panel } from '@pulso/web/ui/details/facts';
import { userActions } from '#features/desk/user-detail/user-actions';
import type { UserAction } from '#features/desk/user-detail/user-dialogs';

const RowMenu = lazy(async () => ({ default: (await import('#ui/lists/row-menu')).RowMenu }));

type Props = { user: UserDetail; day: string; onOpen: (action: UserAction) => void };

/** The panel of the specification: every action a button, the main ones apart. */
export function ActionsPanel({ user, day, onOpen }: Props) {
  const id = useId();
  const actions = userActions(user, day);
  const described = actions.find(({ hint }) => hint);
  if (actions.length === 0) return null;
  return (
    <Panel title="Acciones">
      <div className="flex flex-wrap items-center gap-2 max-sm:grid">
        {actions.map(({ action, label, icon: Icon, disabled, hint }) => (
          <Button
            key={action}
            icon={<Icon aria-hidden className="size-4" />}
            disabled={disabled}
            aria-describedby={hint && id}
            onClick={() => onOpen(action)}
          >
            {label}
          </Button>
        ))}
        {described && (
          <p id={id} className="text-xs text-muted max-sm:text-center">
            {described.hint}
          </p>
        )}
      </div>
    </Panel>
  );
}

type MenuProps = Props & { deletion: { busy: boolean; onDelete: () => void } | undefined };

/** The same actions behind one button, and the deletion at their end. */
export function ActionsMenu({ user, day, onOpen, deletion }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const actions = userActions(user, day);
  if (actions.length === 0 && !deletion) return null;
  return (
    <>
      <Button
        ref={button}
        className="print:hidden"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        Acciones
        <ChevronDown aria-hidden className="-mr-1 size-4 text-muted" />
      </Button>
      {open && (
        <Suspense>
          <RowMenu
            anchor={button}
            name={displayName(user.name)}
            actions={actions.map(({ action, ...shown }) => ({ ...shown, onPress: () => onOpen(action) }))}
            deletion={deletion}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
