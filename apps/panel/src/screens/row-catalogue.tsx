import type { ComponentProps, ReactNode } from 'react';
import { CatalogueRow, RowList, RowListSkeleton } from '#screens/catalogue-row';
import { CatalogueScreen } from '#screens/catalogue-screen';

type Item = { id: number; version?: number };
type Screen<Row extends Item, Input> = ComponentProps<typeof CatalogueScreen<Row, Input>>;
type Row = Pick<ComponentProps<typeof CatalogueRow>, 'title' | 'image' | 'badges' | 'text' | 'aside' | 'question'>;
type Props<T extends Item, Input> = Omit<Screen<T, Input>, 'items' | 'skeleton' | 'fields'> & {
  row: (item: T) => Row;
  fields: (item: T | undefined) => ReactNode;
  /** True if a row begins with a picture. */
  pictured?: boolean;
};

/** A catalogue as a list; deleting asks with a pair of buttons. */
export function RowCatalogue<T extends Item, Input>({ row, pictured, ...screen }: Props<T, Input>) {
  const { catalogue } = screen;
  return (
    <CatalogueScreen
      {...screen}
      skeleton={<RowListSkeleton pictured={pictured} />}
      items={(items) => (
        <RowList>
          {items.map((item) => (
            <CatalogueRow
              key={item.id}
              ref={catalogue.light(item)}
              {...row(item)}
              removing={catalogue.isRemoving(item)}
              onEdit={() => catalogue.open(item)}
              onDelete={() => catalogue.remove(item)}
            />
          ))}
        </RowList>
      )}
    />
  );
}
