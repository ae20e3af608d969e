import { withAssigning } from '#app/assigning/with-assigning';
import { DietDetailScreen as Screen } from '#features/content/diets/diet-detail-screen';

export const DietDetailScreen = withAssigning(Screen);
