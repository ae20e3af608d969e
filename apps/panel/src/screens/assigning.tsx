import { UserPlus } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import type { RowAction } from '#ui/lists/row-actions';

/** The thing to follow. */
export type Assignable = { id: number; title: string };
export type AssignHandler = (thing: Assignable) => void;

/** Opens the dialog 'Asignar', which stands after the content in the order of the house; undefined where nothing is assigned. */
export const AssigningContext = createContext<AssignHandler | undefined>(undefined);
export const useAssigning = () => useContext(AssigningContext);

/** 'Asignar' among the actions of a row. */
export function assignAction(assign: AssignHandler | undefined, { id, title }: Assignable): RowAction[] {
  return assign ? [{ label: 'Asignar', icon: UserPlus, onPress: () => assign({ id, title }) }] : [];
}

/** 'Asignar' on a detail screen. */
export function AssignButton({ row: { id, title } }: { row: Assignable }) {
  const assign = useAssigning();
  if (!assign) return null;
  return (
    <Button icon={<UserPlus aria-hidden className="size-4" />} onClick={() => assign({ id, title })}>
      Asignar
    </Button>
  );
}
