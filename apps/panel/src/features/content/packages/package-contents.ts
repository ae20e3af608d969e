import type { Package } from '@pulso/contract/content/packages';

type IncludedItem = { id: number; title: string };

export function packageTrainings({ package_trainings }: Pick<Package, 'package_trainings'>) {
  return package_trainings.map(({ training_id, training }): IncludedItem & { level: string; type: string } => ({
    id: training_id,
    title: training.title || 'Entrenamiento no disponible',
    level: training.level?.title || 'Sin nivel',
    type: training.training_type?.title || 'Sin tipo',
  }));
}

export function packageDiets({ package_diets }: Pick<Package, 'package_diets'>) {
  return package_diets.map(({ diet_id, diet }): IncludedItem & { description: string } => ({
    id: diet_id,
    title: diet.title || 'Dieta no disponible',
    description: diet.description,
  }));
}
