import { withHistory } from '#app/detail-history';
import { ExerciseDetailScreen as ExerciseDetail } from '#features/content/exercises/exercise-detail-screen';

export const ExerciseDetailScreen = withHistory('exercise', ExerciseDetail);
