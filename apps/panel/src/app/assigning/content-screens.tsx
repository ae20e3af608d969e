import type { CourseKind } from '@pulso/contract/coaching/courses';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { mayVisit, serverOffers } from '#api/session';
import { DietDetailScreen as DietDetail } from '#features/content/diets/diet-detail-screen';
import { DietsScreen as Diets } from '#features/content/diets/diets-screen';
import { TrainingDetailScreen as TrainingDetail } from '#features/content/trainings/training-detail-screen';
import { TrainingsScreen as Trainings } from '#features/content/trainings/trainings-screen';
import { withHistory } from '#app/detail-history';
import { AssigningContext, type Assignable } from '#screens/assigning';

const AssignDialog = lazy(async () => ({
  default: (await import('#features/coaching/courses/assign-dialog')).AssignDialog,
}));

/** A screen of content with the dialog 'Asignar', where the server has it. */
function withAssigning(kind: CourseKind, Screen: ComponentType): ComponentType {
  return function AssigningScreen() {
    const [thing, setThing] = useState<Assignable>();
    const isOffered = serverOffers('coaching') && mayVisit('coaching', 'trainer');
    return (
      <AssigningContext value={isOffered ? setThing : undefined}>
        <Screen />
        {thing && (
          <Suspense>
            <AssignDialog kind={kind} thing={thing} onClose={() => setThing(undefined)} />
          </Suspense>
        )}
      </AssigningContext>
    );
  };
}

export const TrainingsScreen = withAssigning('training', Trainings);
export const TrainingDetailScreen = withHistory('training', withAssigning('training', TrainingDetail));
export const DietsScreen = withAssigning('diet', Diets);
export const DietDetailScreen = withHistory('diet', withAssigning('diet', DietDetail));
