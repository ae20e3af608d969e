import type * as z from 'zod/mini';
import { id, imageUrl, text } from '../kit/fields';
import { resource } from '../kit/resource';

export const productCategories = resource({
  path: '/category-product',
  noun: ['categoría de productos', 'categorías de productos'],
  feminine: true,
  image: 'image',
  input: { title: text('El título es obligatorio') },
  added: { id, image: imageUrl },
});
export type ProductCategory = z.infer<typeof productCategories.row>;
