import { Copy } from 'lucide-react';
import type { Named } from '#api/announce';
import { useDuplicate, type Duplication, type Written } from '#api/resources';
import { Button, IconButton, isSecondClick } from '#ui/button';
import type { RowAction } from '#ui/row-actions';

type Item = Named & { id: number };

/** 'Duplicar' among the actions of a row; none where the server makes no copies. */
export function duplicateAction<Row extends Item>(
  { duplicate, isDuplicating }: Duplication<Row>,
  row: Row,
): RowAction[] {
  if (!duplicate) return [];
  return [{ label: 'Duplicar', icon: Copy, disabled: isDuplicating(row.id), onPress: () => duplicate(row) }];
}

type Props<Row> = {
  resource: Written<Row>;
  row: Row;
  /** Of the row, where it is one of many: an icon alone then. */
  of?: string;
};

export function DuplicateButton<Row extends Item>({ resource, row, of }: Props<Row>) {
  const { duplicate, isDuplicating } = useDuplicate(resource);
  if (!duplicate) return null;
  const busy = isDuplicating(row.id);
  const icon = <Copy aria-hidden className="size-4" />;
  const onClick = (event: { detail: number }) => !isSecondClick(event) && duplicate(row);
  if (of !== undefined)
    return <IconButton label="Duplicar" title={`Duplicar: ${of}`} icon={icon} disabled={busy} onClick={onClick} />;
  return (
    <Button icon={icon} busy={busy} disabled={busy} onClick={onClick}>
      Duplicar
    </Button>
  );
}
