import type { Noun } from '@pulso/contract/kit/resource';
import type { ComponentProps, ReactNode } from 'react';
import type * as z from 'zod/mini';
import { buildMultipart } from '#forms/payload';
import type { WritableResource } from '#api/resources';
import { CheckField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';
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
  /** Fields of the modal, if they are not just title, image and status. */
  children?: ReactNode;
};

type UsualFieldsProps = { resource: { noun: Noun; feminine?: boolean; image?: string; create: z.ZodMiniObject } };

function UsualFields({ resource: { noun, feminine, image, create } }: UsualFieldsProps) {
  const [one] = noun;
  const active = `${one.charAt(0).toUpperCase()}${one.slice(1)} activ${feminine ? 'a' : 'o'}`;
  return (
    <>
      <TextField name="title" label="Título" required />
      {image && <ImageField name="image" column={image} label="Imagen" />}
      {'status' in create.shape && <CheckField name="status" label={active} byDefault />}
    </>
  );
}

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
      fields={() => children ?? <UsualFields resource={resource} />}
    />
  );
}
