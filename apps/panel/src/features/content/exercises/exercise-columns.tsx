import type { Exercise } from '@pulso/contract/content/exercises';
import { formatDate } from '@pulso/contract/kit/dates';
import { textOrDash, displayName, statusLabel } from '@pulso/contract/kit/labels';
import { Eye, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { imageAddress } from '#api/address';
import type { Duplication } from '#api/resources';
import { mayVisit } from '#api/session';
import { bodyPartName, machineName } from '#features/content/exercises/exercise-labels';
import { duplicateAction } from '#screens/duplicate';
import { TruncatedText } from '#ui/layout/truncated-text';
import type { Column } from '#ui/lists/data-table';
import { RowActions } from '#ui/lists/row-actions';
import { RowTitle } from '#ui/lists/row-title';

type Deletion = { isRemoving: (id: number) => boolean; remove: (exercise: Exercise) => void };

function ExerciseTitle({ exercise: { id, title, image_url, description } }: { exercise: Exercise }) {
  return (
    <RowTitle
      name={title}
      to={addresses.exercises.detail(id)}
      picture={
        <Picture
          src={imageAddress(image_url)}
          size="thumb"
          className="size-11 rounded-control tabular:size-9 border border-line"
        />
      }
      text={description}
    />
  );
}

type ActionsProps = { exercise: Exercise; deletion: Deletion; duplication: Duplication<Exercise> };

function Actions({ exercise, deletion, duplication }: ActionsProps) {
  const { id } = exercise;
  return (
    <RowActions
      name={displayName(exercise.title)}
      actions={[
        { label: 'Ver detalles', icon: Eye, to: addresses.exercises.detail(id) },
        { label: 'Editar', icon: Pencil, to: addresses.exercises.edit(id) },
        ...duplicateAction(duplication, exercise),
      ]}
      deletion={
        mayVisit('content') ? { busy: deletion.isRemoving(id), onDelete: () => deletion.remove(exercise) } : undefined
      }
    />
  );
}

const columnsOf = (deletion: Deletion, duplication: Duplication<Exercise>): Column<Exercise>[] => [
  {
    key: 'id',
    title: 'ID',
    cell: ({ id }) => <span className="text-muted tabular-nums">{id}</span>,
    sortBy: ({ id }) => id,
  },
  {
    key: 'name',
    title: 'Nombre',
    cell: (exercise) => <ExerciseTitle exercise={exercise} />,
    sortBy: ({ title }) => title,
    cut: 'most',
    phone: 'title',
  },
  {
    key: 'body_part',
    title: 'Parte del cuerpo',
    cell: (exercise) => <TruncatedText text={bodyPartName(exercise)} />,
    sortBy: ({ body_part }) => body_part?.title,
    cut: 'little',
    phone: 'fact',
  },
  {
    key: 'machine',
    title: 'Máquina',
    cell: (exercise) => <TruncatedText text={machineName(exercise)} />,
    sortBy: ({ uses_machine, machine }) => (uses_machine ? machine?.title : null),
    cut: 'little',
    phone: 'more',
  },
  {
    key: 'status',
    title: 'Estado',
    cell: ({ status }) => <Badge tone={status ? 'green' : 'grey'}>{statusLabel(status)}</Badge>,
    sortBy: ({ status }) => status,
    phone: 'badge',
  },
  {
    key: 'created_at',
    title: 'Creado',
    cell: ({ created_at }) => <span className="tabular-nums">{textOrDash(formatDate(created_at))}</span>,
    sortBy: ({ created_at }) => created_at,
  },
  {
    key: 'actions',
    title: 'Acciones',
    numeric: true,
    cell: (exercise) => <Actions exercise={exercise} deletion={deletion} duplication={duplication} />,
    phone: 'actions',
  },
];

/** Kept until a deletion or a copy changes, so that typing re-renders no row. */
export function useExerciseColumns(
  { remove, isRemoving }: Deletion,
  { duplicate, isDuplicating }: Duplication<Exercise>,
): Column<Exercise>[] {
  return useMemo(
    () => columnsOf({ remove, isRemoving }, { duplicate, isDuplicating }),
    [remove, isRemoving, duplicate, isDuplicating],
  );
}
