import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { useId } from 'react';
import { Badge } from '@pulso/web/ui/feedback/badge';
import type { ExerciseEntry } from '#features/content/trainings/training-days.rules';
import { controlClass } from '#forms/fields';
import { usePartErrors } from '#forms/form';
import { ListFailureNote } from '#forms/select-field';
import { useOptions } from '#forms/use-options';
import { SelectControl } from '#ui/controls/select';

const mapping = { failure: 'Error al cargar las partes del cuerpo' };

type Props = { entry: ExerciseEntry; onPart: (part: number | undefined) => void };

/** What an exercise that is made with the training still has to say: its body part. */
export function NewExerciseField({ entry: { title, part }, onPart }: Props) {
  const id = useId();
  const parts = useOptions(bodyParts, mapping);
  const errors = usePartErrors('new_exercises');
  const error = part === undefined ? Object.values(errors)[0] : undefined;
  return (
    <div className="space-y-1 pr-2 pb-1.5 pl-3 sm:pl-17">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="blue">Nuevo: se crea inactivo</Badge>
        <label htmlFor={id} className="sr-only">
          Parte del cuerpo de {title}
        </label>
        <SelectControl
          id={id}
          prompt="Parte del cuerpo"
          options={parts.options}
          value={part === undefined ? '' : String(part)}
          onChange={({ target }) => onPart(target.value === '' ? undefined : Number(target.value))}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={`${controlClass} h-11 w-auto min-w-44 flex-1 sm:h-10 sm:flex-none`}
        />
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-red">
          {error}
        </p>
      )}
      {parts.failed && <ListFailureNote onRetry={parts.retry} />}
    </div>
  );
}
