import type { ComponentProps, ReactNode } from 'react';
import type { z } from 'zod';
import type { Served } from '#api/resources';
import { multipart } from '#api/payload';
import { CardGrid, CardGridSkeleton, CatalogueCard } from '#screens/catalogue-card';
import { CatalogueScreen, type CatalogueWords } from '#screens/catalogue-screen';
import { useCatalogue } from '#screens/use-catalogue';
import { schemaCheck } from '#forms/schema-check';

type Item = { id: number; version?: number };
type Card = Pick<ComponentProps<typeof CatalogueCard>, 'title' | 'image' | 'text' | 'active' | 'footer'>;
type Props<Row extends Item> = {
  resource: Served<Row> & { create: z.ZodObject };
  words: CatalogueWords;
  searchIn: (row: Row) => (string | null | undefined)[];
  card: (row: Row) => Card;
  fields: (row: Row | undefined) => ReactNode;
};

/** A catalogue of cards with an image each, deleted in two steps and saved as multipart. */
export function CardCatalogue<Row extends Item>({ resource, words, searchIn, card, fields }: Props<Row>) {
  const catalogue = useCatalogue(resource, words, searchIn);
  const check = schemaCheck(resource.create);
  return (
    <CatalogueScreen
      catalogue={catalogue}
      words={words}
      check={check}
      payloadOf={(values, { image }) => multipart(values, { name: 'image', file: image })}
      skeleton={<CardGridSkeleton />}
      items={(rows) => (
        <CardGrid>
          {rows.map((row) => (
            <CatalogueCard
              key={row.id}
              {...card(row)}
              removing={catalogue.isRemoving(row)}
              onEdit={() => catalogue.open(row)}
              onDelete={() => catalogue.remove(row)}
            />
          ))}
        </CardGrid>
      )}
      fields={fields}
    />
  );
}
