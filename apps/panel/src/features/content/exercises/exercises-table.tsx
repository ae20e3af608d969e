import type { Exercise } from '@pulso/contract/content/exercises';
import { formatDate } from '@pulso/contract/kit/dates';
import { shown, shownName, statusLabel } from '@pulso/contract/kit/labels';
import { Eye, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { addresses } from '#addresses';
import { imageAddress } from '#api/address';
import { bodyPartOf, machineOf } from '#features/content/exercises/exercise-words';
import { Link } from '#navigation/link';
import { Badge } from '#ui/badge';
import { DataTable, type Column } from '#ui/data-table';
import { IconLink } from '#ui/links';
import { Picture } from '#ui/picture';
import { TwoStepDelete } from '#ui/two-step-delete';

type Deletion = { isRemoving: (id: number) => boolean; remove: (exercise: Exercise) => void };

function Name({ exercise }: { exercise: Exercise }) {
  return (
    <span className="flex items-center gap-3 text-left">
      <Picture
        src={imageAddress(exercise.image_url)}
        size="thumb"
        className="size-12 shrink-0 rounded-control border border-line"
      />
      <span className="min-w-0">
        <Link
          to={addresses.exercises.detail(exercise.id)}
          className="inline-flex min-h-11 items-center font-semibold wrap-anywhere underline-offset-4 hover:underline tabular:min-h-0"
        >
          {shownName(exercise.title)}
        </Link>
        <span className="line-clamp-2 text-xs wrap-anywhere text-muted tabular:line-clamp-1">
          {exercise.description}
        </span>
      </span>
    </span>
  );
}

function Actions({ exercise, deletion }: { exercise: Exercise; deletion: Deletion }) {
  const { id } = exercise;
  const title = shownName(exercise.title);
  return (
    <span className="flex justify-end gap-1">
      <IconLink
        to={addresses.exercises.detail(id)}
        label="Ver detalles"
        of={title}
        icon={<Eye aria-hidden className="size-4" />}
      />
      <IconLink
        to={addresses.exercises.edit(id)}
        label="Editar"
        of={title}
        icon={<Pencil aria-hidden className="size-4" />}
      />
      <TwoStepDelete name={title} busy={deletion.isRemoving(id)} onDelete={() => deletion.remove(exercise)} compact />
    </span>
  );
}

const columnsOf = (deletion: Deletion): Column<Exercise>[] => [
  { key: 'id', title: 'ID', cell: ({ id }) => <span className="text-muted tabular-nums">{id}</span> },
  { key: 'name', title: 'Nombre', cell: (exercise) => <Name exercise={exercise} /> },
  {
    key: 'body_part',
    title: 'Parte del cuerpo',
    cell: (exercise) => <span className="wrap-anywhere">{bodyPartOf(exercise)}</span>,
  },
  {
    key: 'machine',
    title: 'Máquina',
    cell: (exercise) => <span className="wrap-anywhere">{machineOf(exercise)}</span>,
  },
  {
    key: 'status',
    title: 'Estado',
    cell: ({ status }) => <Badge tone={status ? 'green' : 'grey'}>{statusLabel(status)}</Badge>,
  },
  {
    key: 'created_at',
    title: 'Creado',
    cell: ({ created_at }) => <span className="tabular-nums">{shown(formatDate(created_at))}</span>,
  },
  { key: 'actions', title: 'Acciones', cell: (exercise) => <Actions exercise={exercise} deletion={deletion} /> },
];

type Props = { exercises: Exercise[]; deletion: Deletion };

export function ExercisesTable({ exercises, deletion }: Props) {
  const { remove, isRemoving } = deletion;
  const columns = useMemo(() => columnsOf({ remove, isRemoving }), [remove, isRemoving]);
  return (
    <DataTable
      caption="Ejercicios"
      columns={columns}
      rows={exercises}
      rowKey={({ id }) => id}
      isBusy={({ id }) => isRemoving(id)}
    />
  );
}
