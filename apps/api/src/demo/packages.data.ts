import type { Gender } from '@pulso/contract/kit/labels';
import type { LevelTitle } from '#features/content/library/catalogues.data';
import type { DietTitle } from '#features/content/library/diets.data';
import type { TrainingTitle } from '#features/content/library/trainings.data';

type DemoPackage = {
  title: string;
  description: string;
  /** Days for 30, 90, 180 and 365; any other number is months, as the form sends them. */
  duration: number;
  amount: number;
  status: boolean;
  gender: Gender;
  level: LevelTitle;
  trainings: readonly TrainingTitle[];
  diets: readonly DietTitle[];
};

const packageList = [
  {
    title: 'Arranque de 30 días',
    description: 'Todo lo que hace falta para el primer mes: rutina, comidas simples y un control al final.',
    duration: 30,
    amount: 21900,
    status: true,
    gender: 'Unisex',
    level: 'Principiante',
    trainings: ['Primeros pasos en el gimnasio', 'Movilidad para la oficina'],
    diets: ['Avena con banana y frutos rojos', 'Pechuga grillada con puré de calabaza', 'Crema de calabaza con pollo'],
  },
  {
    title: 'Definición de verano',
    description: 'Noventa días de circuitos y déficit controlado para llegar a enero con energía.',
    duration: 90,
    amount: 59900,
    status: true,
    gender: 'Unisex',
    level: 'Intermedio',
    trainings: ['Quema de verano', 'HIIT en 20 minutos', 'Abdomen fuerte'],
    diets: [
      'Merluza al horno con verduras',
      'Wok de pollo y vegetales',
      'Pechuga grillada con puré de calabaza',
      'Omelette de espinaca y queso',
    ],
  },
  {
    title: 'Masa muscular 180',
    description: 'Seis meses de hipertrofia con superávit ordenado y revisiones cada cuatro semanas.',
    duration: 180,
    amount: 112500,
    status: true,
    gender: 'Male',
    level: 'Avanzado',
    trainings: ['Hipertrofia: empuje, tirón y piernas', 'Torso y piernas'],
    diets: [
      'Bife de lomo con papas al horno',
      'Fideos integrales con boloñesa magra',
      'Licuado de banana y mantequilla de maní',
      'Panqueques de avena con frutillas',
    ],
  },
  {
    title: 'Transformación anual',
    description: 'Un año completo por etapas: base, fuerza, definición y mantenimiento.',
    duration: 365,
    amount: 198000,
    status: true,
    gender: 'Unisex',
    level: 'Intermedio',
    trainings: ['Cuerpo completo en tres días', 'Fuerza 5 × 5', 'Quema de verano', 'Estiramientos de recuperación'],
    diets: [
      'Milanesa de pollo al horno con ensalada',
      'Arroz integral con atún, huevo y arvejas',
      'Ensalada César con pollo',
      'Pastel de papa liviano',
    ],
  },
  {
    title: 'Glúteos en foco',
    description: 'Tres meses de trabajo específico con menú alto en proteína.',
    duration: 3,
    amount: 57800,
    status: true,
    gender: 'Female',
    level: 'Intermedio',
    trainings: ['Glúteos y piernas', 'Estiramientos de recuperación'],
    diets: ['Salmón a la plancha con brócoli', 'Yogur griego con granola y durazno', 'Crema de calabaza con pollo'],
  },
  {
    title: 'Vegetariano activo',
    description: 'Dos meses de entrenamiento en casa con un menú sin carnes y buena proteína.',
    duration: 2,
    amount: 38400,
    status: true,
    gender: 'Unisex',
    level: 'Principiante',
    trainings: ['Entrena en casa sin equipo', 'Abdomen fuerte'],
    diets: [
      'Tostadas integrales con palta y huevo',
      'Tarta de zapallitos',
      'Revuelto de zapallitos',
      'Ensalada de quinoa y garbanzos',
      'Guiso de lentejas liviano',
    ],
  },
  {
    title: 'De cero a 5 km',
    description: 'Plan de carrera con fuerza complementaria y comidas livianas para las noches previas.',
    duration: 90,
    amount: 42000,
    status: true,
    gender: 'Unisex',
    level: 'Principiante',
    trainings: ['Primeros 5 km', 'Movilidad para la oficina'],
    diets: ['Avena con banana y frutos rojos', 'Arroz integral con atún, huevo y arvejas'],
  },
  {
    title: 'Mayores en movimiento',
    description: 'Un mes de prueba del programa para mayores de 60. Se está rearmando el grupo.',
    duration: 1,
    amount: 18500,
    status: false,
    gender: 'Unisex',
    level: 'Principiante',
    trainings: ['Activos después de los 60'],
    diets: [],
  },
] as const satisfies DemoPackage[];

export const demoPackages: readonly DemoPackage[] = packageList;
