import { Copy } from 'lucide-react';
import { Button, isSecondClick } from '@pulso/web/ui/controls/button';
import type { NamedRow } from '#api/announce';
import { useDuplicate, type Duplication, type WritableResource } from '#api/resources';
import type { RowAction } from '#ui/lists/row-actions';

type Item = NamedRow & { id: number };

/** 'Duplicar' among the actions of a row; no action if the server cannot copy. */
export function duplicateAction<Row extends Item>(
  { duplicate, isDuplicating }: Duplication<Row>,
  row: Row,
): RowAction[] {
  if (!duplicate) return [];
  return [{ label: 'Duplicar', icon: Copy, disabled: isDuplicating(row.id), onPress: () => duplicate(row) }];
}

type Props<Row> = { resource: WritableResource<Row>; row: Row };

/** 'Duplicar' on the detail screen of an item. */
export function DuplicateButton<Row extends Item>({ resource, row }: Props<Row>) {
  const { duplicate, isDuplicating } = useDuplicate(resource);
  if (!duplicate) return null;
  const busy = isDuplicating(row.id);
  return (
    <Button
      icon={<Copy aria-hidden className="size-4" />}
      busy={busy}
      disabled={busy}
      onClick={(event) => !isSecondClick(event) && duplicate(row)}
    >
      Duplicar
    </Button>
  );
}
