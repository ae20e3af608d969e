import type { CourseKind } from '@pulso/contract/coaching/courses';
import { UserPlus } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import type { RowAction } from '#ui/lists/row-actions';

/** What is to be followed. */
export type Assignable = { kind: CourseKind; id: number; title: string };
export type AssignHandler = (thing: Assignable) => void;

/** Opens the dialog 'Asignar', which stands after the content in the order of the house; undefined where nothing is assigned. */
export const AssigningContext = createContext<AssignHandler | undefined>(undefined);
export const useAssigning = () => useContext(AssigningContext);

type Row = { id: number; title: string };

/** 'Asignar' among the actions of a row. */
export function assignAction(assign: AssignHandler | undefined, kind: CourseKind, { id, title }: Row): RowAction[] {
  return assign ? [{ label: 'Asignar', icon: UserPlus, onPress: () => assign({ kind, id, title }) }] : [];
}

/** 'Asignar' on the detail screen of a training or a diet. */
export function AssignButton({ kind, row: { id, title } }: { kind: CourseKind; row: Row }) {
  const assign = useAssigning();
  if (!assign) return null;
  return (
    <Button icon={<UserPlus aria-hidden className="size-4" />} onClick={() => assign({ kind, id, title })}>
      Asignar
    </Button>
  );
}
