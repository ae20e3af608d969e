import type { Address } from '@pulso/web/navigation/address';
import { addresses } from '#addresses';

const at = (path: string) => `${addresses.progress}/${path}` as Address;

/** The parts of Progreso, which the app's first file does without. */
export const parts = {
  weeks: addresses.progress,
  exercises: at('ejercicios'),
  /** Curve of an exercise; its answer has no name. */
  exercise: ({ exercise_id, title }: { exercise_id: number; title: string }) =>
    at(`ejercicios/${exercise_id}?nombre=${encodeURIComponent(title)}`),
  history: at('historial'),
  measures: at('medidas'),
  measure: (kind: string) => at(`medidas/${kind}`),
};
