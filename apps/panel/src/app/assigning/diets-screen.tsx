import { withAssigning } from '#app/assigning/with-assigning';
import { DietsScreen as Screen } from '#features/content/diets/diets-screen';

export const DietsScreen = withAssigning(Screen);
