import type { Exercise } from '@pulso/contract/content/exercises';
import { useState } from 'react';
import { FORMS_PROPOSE_NOTHING } from '#api/strict-spec';
import type { OptionsWithFallback } from '#forms/options-with-fallback';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { FormSection } from '#forms/form-page';
import { ImageField } from '#forms/image-field';
import { ProposedText } from '#forms/proposed-text';
import { LoadedSelectField } from '#forms/select-field';
import { LinkField } from '#forms/typed-field';

type Props = { exercise: Exercise | undefined; bodyParts: OptionsWithFallback; machines: OptionsWithFallback };

export function ExerciseFields({ exercise, bodyParts, machines }: Props) {
  const [usesMachine, setUsesMachine] = useState(exercise?.uses_machine ?? false);
  /** 'Sentadilla: ejercicio de piernas.' */
  const describeNewExercise = ({ title, body_part_id }: Record<string, unknown>) => {
    const part = bodyParts.options.find(({ value }) => String(value) === String(body_part_id));
    const name = typeof title === 'string' ? title.trim() : '';
    return name && part ? `${name}: ejercicio de ${part.label.toLocaleLowerCase('es-AR')}.` : '';
  };
  return (
    <>
      {!exercise && !FORMS_PROPOSE_NOTHING && <ProposedText name="description" from={describeNewExercise} />}
      <FormSection title="Información general">
        <TextField name="title" label="Título" required />
        <LoadedSelectField
          name="body_part_id"
          label="Parte del cuerpo"
          prompt="Selecciona una parte del cuerpo"
          list={bodyParts}
          required
        />
        <div className="space-y-5 sm:col-span-2">
          <TextAreaField name="description" label="Descripción" rows={4} required />
          <TextAreaField name="tips" label="Consejos" rows={3} />
        </div>
        <div className="self-end">
          <CheckField name="uses_machine" label="Usa máquina" onChange={setUsesMachine} />
        </div>
        {/* Hidden, not gone: who unchecks and checks again finds the same machine. */}
        <div hidden={!usesMachine}>
          <LoadedSelectField
            name="machine_id"
            label="Máquina"
            prompt="Selecciona una máquina"
            list={machines}
            required
          />
        </div>
      </FormSection>
      <FormSection title="Imagen y video">
        <ImageField name="image" label="Imagen" column="image_url" />
        <LinkField name="video_url" label="Enlace del video" hint="Se abre en otra pestaña." />
        <CheckField name="status" label="Ejercicio activo" byDefault />
      </FormSection>
    </>
  );
}
