import * as z from 'zod/mini';
import { choice, decimal, activeFlag, flag, id, imageUrl, longText, reference, text, timestamp } from '../kit/fields';
import { genders } from '../kit/labels';
import { resource } from '../kit/resource';

const MAX_AMOUNT = 99_999.99;
const grams = (message: string) => decimal({ min: 0, max: MAX_AMOUNT, decimals: 2, message });

export const diets = resource({
  path: '/diet',
  noun: ['dieta', 'dietas'],
  feminine: true,
  image: 'image_url',
  input: {
    title: text('El título es obligatorio'),
    category: text('La categoría es obligatoria'),
    calories: decimal({
      min: 0.01,
      max: MAX_AMOUNT,
      decimals: 2,
      message: 'Las calorías deben ser un número positivo',
    }),
    protein: grams('Las proteínas deben ser un número no negativo'),
    carbs: grams('Los carbohidratos deben ser un número no negativo'),
    fats: grams('Las grasas deben ser un número no negativo'),
    portions: text('Las porciones son obligatorias'),
    total_time: text('El tiempo total es obligatorio'),
    is_premium: z.optional(flag),
    gender: z.optional(choice(genders, 'Debe seleccionar un género')),
    ingredients: longText('Los ingredientes son obligatorios'),
    instructions: longText('Las instrucciones son obligatorias'),
    status: z.optional(activeFlag),
    type_diet_id: reference('El tipo de dieta es obligatorio'),
  },
  added: {
    id,
    type_diet: z.nullable(z.object({ name: z.string(), description: z.string() })),
    packages: z.array(z.object({ id, title: z.string() })),
    image_url: imageUrl,
    created_at: timestamp,
    updated_at: timestamp,
  },
});
export type Diet = z.infer<typeof diets.row>;
export type DietInput = z.infer<typeof diets.create>;
export type DietPatch = z.infer<typeof diets.patch>;
