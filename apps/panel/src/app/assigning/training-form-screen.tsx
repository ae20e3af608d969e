import { lazy, Suspense } from 'react';
import { useViewState } from '#api/view-state';
import { serverOffers } from '#api/session';
import { TrainingFormScreen as Form } from '#features/content/trainings/training-form-screen';

const PersonalTrainingScreen = lazy(async () => ({
  default: (await import('#features/coaching/courses/personal-training-screen')).PersonalTrainingScreen,
}));

/** The form of a training, or of a copy for the client whom the address names. */
export function TrainingFormScreen() {
  const [{ cliente, curso }] = useViewState({ cliente: '', curso: '' });
  if (!cliente || !serverOffers('coaching')) return <Form />;
  return (
    <Suspense>
      <PersonalTrainingScreen userId={Number(cliente)} course={curso} />
    </Suspense>
  );
}
