import type { Package } from './packages';

/** A package as some server answers it: the specification knows two names for its title and for its two lists. */
type AnyPackage = Partial<Omit<Package, 'package_trainings' | 'package_diets'>> & {
  name?: string;
  package_trainings?: readonly Link[];
  trainings?: readonly Link[];
  package_diets?: readonly Link[];
  diets?: readonly Link[];
};

type Titled = { title?: string } | null;
type Entity = {
  id?: number;
  title?: string;
  level?: Titled;
  training_type?: Titled;
  description?: string;
  type_diet?: { description?: string } | null;
};
/** The thing itself, or a link to it that may have lost it. */
type Link = Entity & { training_id?: number; training?: Entity | null; diet_id?: number; diet?: Entity | null };

type IncludedTraining = { id: number; title: string; level: string; type: string };
type IncludedDiet = { id: number; title: string; description: string };

export function packageTitle({ title, name }: AnyPackage): string {
  return title || name || '';
}

export function packagePrice({ price, amount }: AnyPackage): number {
  return Number(price ?? amount ?? NaN);
}

export function packageTrainings({ package_trainings, trainings }: AnyPackage): IncludedTraining[] {
  return (package_trainings ?? trainings ?? []).map((link) => {
    const training = link.training ?? link;
    return {
      id: link.training_id ?? training.id ?? 0,
      title: training.title ?? 'Entrenamiento no disponible',
      level: training.level?.title ?? 'Sin nivel',
      type: training.training_type?.title ?? 'Sin tipo',
    };
  });
}

export function packageDiets({ package_diets, diets }: AnyPackage): IncludedDiet[] {
  return (package_diets ?? diets ?? []).map((link) => {
    const diet = link.diet ?? link;
    return {
      id: link.diet_id ?? diet.id ?? 0,
      title: diet.title ?? 'Dieta no disponible',
      description: diet.description ?? diet.type_diet?.description ?? '',
    };
  });
}
