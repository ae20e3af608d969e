import * as z from 'zod/mini';
import { extra, id } from '../kit/fields';

export const tagColours = ['grey', 'blue', 'purple', 'green', 'yellow', 'red'] as const;
export type TagColour = (typeof tagColours)[number];

export const tagColourLabels: Record<TagColour, string> = {
  grey: 'Gris',
  blue: 'Azul',
  purple: 'Violeta',
  green: 'Verde',
  yellow: 'Amarillo',
  red: 'Rojo',
};

/** A tag as it is shown on a person. */
export const shownTag = z.object({ id, name: z.string(), colour: z.enum(tagColours) });
export type ShownTag = z.infer<typeof shownTag>;
export const shownTags = z.optional(extra(z.array(shownTag)));

export const MAX_TAGS = 20;
