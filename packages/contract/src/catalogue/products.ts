import * as z from 'zod/mini';
import { flag, id, imageUrl, link, money, optionalText, reference, text } from '../kit/fields';
import { resource } from '../kit/resource';

export const products = resource({
  path: '/product',
  noun: ['producto', 'productos'],
  image: 'image',
  input: {
    title: text('El título es obligatorio'),
    affiliate_link: link('El enlace de afiliado es obligatorio'),
    price: money({ min: 0, message: 'El precio debe ser un número', required: 'El precio es obligatorio' }),
    category_id: reference('La categoría es obligatoria'),
    is_featured: z.optional(flag),
    description: optionalText,
  },
  added: { id, image: imageUrl },
});
export type Product = z.infer<typeof products.row>;
