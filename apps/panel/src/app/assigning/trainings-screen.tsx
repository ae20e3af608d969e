import { withAssigning } from '#app/assigning/with-assigning';
import { TrainingsScreen as Screen } from '#features/content/trainings/trainings-screen';

export const TrainingsScreen = withAssigning(Screen);
