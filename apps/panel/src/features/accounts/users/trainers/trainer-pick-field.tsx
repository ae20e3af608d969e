import { useTrainers } from '#features/accounts/users/trainers/use-trainers';
import { PickField } from '#forms/pick-field';
import type { Option } from '#ui/controls/option';

/** Value of the choice that takes the trainer away. */
export const NO_TRAINER = 0;
const none: Option<number> = { value: NO_TRAINER, label: 'Sin entrenador', note: 'Ningún entrenador los ve' };

/** The trainer of many clients at once. */
export function TrainerPickField() {
  const list = useTrainers();
  return (
    <PickField
      name="trainer_id"
      label="Entrenador"
      offer={{
        list: { ...list, options: list.options.length === 0 ? [] : [none, ...list.options] },
        failure: 'Error al cargar los entrenadores',
        none: 'Todavía no hay entrenadores. Crea un usuario con ese rol.',
      }}
    />
  );
}
