import { useTrainers } from '#features/accounts/users/trainers/use-trainers';
import { ALL_VALUE, allOption } from '#ui/lists/filter-values';
import { FilterSelect } from '#ui/lists/filters';

type Props = { value: string; onChange: (trainer: string) => void };

/** The clients of one trainer. */
export function TrainerFilter({ value, onChange }: Props) {
  const { options, isLoading } = useTrainers();
  const shown = options.map((option) => ({ value: String(option.value), label: option.label }));
  const isGone = !isLoading && value !== ALL_VALUE && !shown.some((option) => option.value === value);
  return (
    <FilterSelect
      label="Entrenador"
      value={value}
      options={[allOption('Todos'), ...shown, ...(isGone ? [{ value, label: 'Ya no existe' }] : [])]}
      onChange={onChange}
    />
  );
}
