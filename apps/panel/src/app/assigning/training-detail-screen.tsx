import { withAssigning } from '#app/assigning/with-assigning';
import { TrainingDetailScreen as Screen } from '#features/content/trainings/training-detail-screen';

export const TrainingDetailScreen = withAssigning(Screen);
