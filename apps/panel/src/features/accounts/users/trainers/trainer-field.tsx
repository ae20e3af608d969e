import { useTrainers } from '#features/accounts/users/trainers/use-trainers';
import { LoadedSelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';

/** The trainer of a client; nobody else has one. */
export function TrainerField() {
  const list = useTrainers();
  if (useFieldValue('role', 'CLIENT') !== 'CLIENT') return null;
  return <LoadedSelectField name="trainer_id" label="Entrenador" prompt="Sin entrenador" list={list} />;
}
