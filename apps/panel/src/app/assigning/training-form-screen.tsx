import { useViewState } from '#api/view-state';
import { serverOffers } from '#api/session';
import { PersonalTrainingScreen } from '#features/coaching/courses/personal-training-screen';
import { TrainingFormScreen as Form } from '#features/content/trainings/training-form-screen';

/** The form of a training, or of a copy for the client whom the address names. */
export function TrainingFormScreen() {
  const [{ cliente, curso }] = useViewState({ cliente: '', curso: '' });
  if (!cliente || !serverOffers('coaching')) return <Form />;
  return <PersonalTrainingScreen userId={Number(cliente)} course={curso} />;
}
