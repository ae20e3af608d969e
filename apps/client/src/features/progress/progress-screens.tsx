import { useParams } from '@pulso/web/navigation/navigation';
import { ExerciseScreen } from '#features/progress/exercise-screen';
import { ExercisesScreen } from '#features/progress/exercises-screen';
import { HistoryScreen } from '#features/progress/history-screen';
import { MeasureScreen } from '#features/progress/measure-screen';
import { MeasuresScreen } from '#features/progress/measures-screen';
import { WeeksScreen } from '#features/progress/weeks-screen';

export { WorkoutScreen } from '#features/progress/workout-screen';

/** Progreso and its parts, in one file: each of them by itself would be named in the app's first one, which is nearly full. */
export function ProgressScreen() {
  const { part, id } = useParams();
  if (part === 'ejercicios') return id ? <ExerciseScreen id={id} /> : <ExercisesScreen />;
  if (part === 'medidas') return id ? <MeasureScreen kind={id} /> : <MeasuresScreen />;
  return part === 'historial' ? <HistoryScreen /> : <WeeksScreen />;
}
