import type { ComponentProps, ReactNode } from 'react';
import type * as z from 'zod/mini';
import { buildMultipart } from '#forms/payload';
import type { WritableResource } from '#api/resources';
import { createSchemaCheck } from '#forms/schema-check';
import { CardGrid, CatalogueCard, CatalogueSkeleton } from '#screens/catalogue-card';
import { CatalogueScreen, type CatalogueWords } from '#screens/catalogue-screen';
import { useCatalogue } from '#screens/use-catalogue';

type Item = { id: number; title: string; status?: boolean; version?: number };
type Card = Pick<ComponentProps<typeof CatalogueCard>, 'text' | 'footer'>;
type Props<Row extends Item> = {
  resource: WritableResource<Row> & { create: z.ZodMiniObject; image?: Extract<keyof Row, string> };
  words: CatalogueWords;
  /** Content of a card besides title, image and status. */
  card?: (row: Row) => Card;
  /** Fields of the modal. */
  children: ReactNode;
};

/** A catalogue of cards with an image each, deleted in two steps and saved as multipart. */
export function CardCatalogue<Row extends Item>({ resource, words, card, children }: Props<Row>) {
  const catalogue = useCatalogue(resource, words, (row) => [row.title, card?.(row).text]);
  const imageOf = (row: Row) => (resource.image ? (row[resource.image] as string | null) : null);
  const check = createSchemaCheck(resource.create);
  return (
    <CatalogueScreen
      catalogue={catalogue}
      words={words}
      check={check}
      payloadOf={(values, { image }) => buildMultipart(values, { name: 'image', file: image })}
      skeleton={<CatalogueSkeleton worded={card !== undefined} />}
      items={(rows) => (
        <CardGrid>
          {rows.map((row) => (
            <CatalogueCard
              key={row.id}
              ref={catalogue.light(row)}
              title={row.title}
              image={imageOf(row)}
              active={row.status}
              {...card?.(row)}
              removing={catalogue.isRemoving(row)}
              onEdit={() => catalogue.open(row)}
              onDelete={() => catalogue.remove(row)}
            />
          ))}
        </CardGrid>
      )}
      fields={() => children}
    />
  );
}
