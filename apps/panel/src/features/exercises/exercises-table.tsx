import { formatDate } from '@pulso/contract/dates';
import type { Exercise } from '@pulso/contract/exercises';
import { statusLabel } from '@pulso/contract/labels';
import { Eye, Pencil } from 'lucide-react';
import { Link } from 'react-router';
import { imageAddress } from '#api/address';
import { bodyPartOf, LIST, machineOf } from '#features/exercises/exercise-words';
import { Badge } from '#ui/badge';
import { DataTable, type Column } from '#ui/data-table';
import { IconLink } from '#ui/links';
import { Picture } from '#ui/picture';
import { TwoStepDelete } from '#ui/two-step-delete';

type Actions = { isRemoving: (id: number) => boolean; onDelete: (id: number) => void };
type Props = Actions & { exercises: Exercise[] };

function Name({ exercise }: { exercise: Exercise }) {
  return (
    <div className="flex items-center gap-3 text-left">
      <Picture
        src={imageAddress(exercise.image_url)}
        size="thumb"
        className="size-12 shrink-0 rounded-control border border-line"
      />
      <div className="min-w-0">
        <Link
          to={`${LIST}/${exercise.id}`}
          className="inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline md:min-h-0"
        >
          {exercise.title}
        </Link>
        <p className="line-clamp-2 text-xs text-muted md:line-clamp-1">{exercise.description}</p>
      </div>
    </div>
  );
}

function RowActions({ exercise: { id, title }, isRemoving, onDelete }: Actions & { exercise: Exercise }) {
  return (
    <div className="flex justify-end gap-1 md:-ml-3 md:min-w-50 md:justify-start">
      <IconLink to={`${LIST}/${id}`} label="Ver detalles" of={title} icon={<Eye aria-hidden className="size-4" />} />
      <IconLink
        to={`${LIST}/editar/${id}`}
        label="Editar"
        of={title}
        icon={<Pencil aria-hidden className="size-4" />}
      />
      <TwoStepDelete name={title} busy={isRemoving(id)} onDelete={() => onDelete(id)} compact />
    </div>
  );
}

export function ExercisesTable({ exercises, ...actions }: Props) {
  const columns: Column<Exercise>[] = [
    { key: 'id', title: 'ID', cell: ({ id }) => <span className="text-muted tabular-nums">{id}</span> },
    { key: 'name', title: 'Nombre', cell: (exercise) => <Name exercise={exercise} /> },
    { key: 'body_part', title: 'Parte del cuerpo', cell: bodyPartOf },
    { key: 'machine', title: 'Máquina', cell: machineOf },
    {
      key: 'status',
      title: 'Estado',
      cell: ({ status }) => <Badge tone={status ? 'green' : 'grey'}>{statusLabel(status)}</Badge>,
    },
    {
      key: 'created_at',
      title: 'Creado',
      cell: ({ created_at }) => <span className="tabular-nums">{formatDate(created_at)}</span>,
    },
    { key: 'actions', title: 'Acciones', cell: (exercise) => <RowActions exercise={exercise} {...actions} /> },
  ];
  return (
    <DataTable
      caption="Ejercicios"
      columns={columns}
      rows={exercises}
      rowKey={({ id }) => id}
      isBusy={({ id }) => actions.isRemoving(id)}
    />
  );
}
