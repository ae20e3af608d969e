import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { IconButton, isSecondClick } from '@pulso/web/ui/controls/button';
import { IconLink } from '@pulso/web/ui/controls/links';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import type { Address } from '#addresses';

// Loaded only if rows are cards, and then only when it is opened.
const RowMenu = lazy(async () => ({ default: (await import('#ui/lists/row-menu')).RowMenu }));

export type RowAction = { label: string; icon: LucideIcon } & (
  | { to: Address }
  | {
      onPress: () => void;
      disabled?: boolean;
      danger?: boolean;
      /** Line below the label, shown only in a menu. */
      hint?: string;
      /** A table has a button of its own for it; the menu of a card has it too. */
      isBeside?: boolean;
    }
);

type Props = {
  /** Name of the row. */
  name: string;
  actions: RowAction[];
  /** Deletion in two steps; a deletion confirmed otherwise is one of the actions. */
  deletion?: { busy: boolean; onDelete: () => void };
};

/** Actions of a row: icons in a table, one menu on a card. */
export function RowActions({ name, actions, deletion }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <span className="covered-actions hidden tabular:inline-flex tabular:items-center tabular:-mx-2 pointer-fine:*:w-8">
        {actions.map((action) =>
          'isBeside' in action ? null : 'to' in action ? (
            <IconLink
              key={action.label}
              to={action.to}
              label={action.label}
              of={name}
              icon={<action.icon aria-hidden className="size-4" />}
            />
          ) : (
            <IconButton
              key={action.label}
              label={action.label}
              title={`${action.label}: ${name}`}
              disabled={action.disabled}
              className={action.danger ? 'hover:bg-red-soft! hover:text-red! focus-visible:text-red' : ''}
              icon={<action.icon aria-hidden className="size-4" />}
              onClick={(event) => !isSecondClick(event) && action.onPress()}
            />
          ),
        )}
        {deletion && <TwoStepDelete name={name} busy={deletion.busy} onDelete={deletion.onDelete} compact />}
      </span>
      <IconButton
        ref={button}
        label="Acciones"
        title={`Acciones: ${name}`}
        aria-haspopup="menu"
        aria-expanded={open}
        className="tabular:hidden"
        icon={<EllipsisVertical aria-hidden className="size-5" />}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <RowMenu anchor={button} name={name} actions={actions} deletion={deletion} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
