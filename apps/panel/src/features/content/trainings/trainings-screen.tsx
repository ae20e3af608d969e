import { trainings, type Training } from '@pulso/contract/content/trainings';
import { genderLabel, shownName, statusLabel, yesOrNo } from '@pulso/contract/kit/labels';
import { Crown } from 'lucide-react';
import { addresses } from '#addresses';
import { imageAddress } from '#api/address';
import { isEmptyAnswer } from '#api/client';
import { TableCatalogue, type TableWords } from '#screens/table-catalogue';
import { Badge } from '#ui/badge';
import type { Column } from '#ui/data-table';
import { Picture } from '#ui/picture';

const words: TableWords = {
  title: 'Entrenamientos',
  search: 'Buscar entrenamientos...',
  create: 'Nuevo Entrenamiento',
  count: ['entrenamiento', 'entrenamientos'],
  empty: {
    title: 'No hay entrenamientos',
    text: 'Aquí están los planes de entrenamiento, día por día.',
    create: 'Crear el primer entrenamiento',
  },
  nothingFound: 'No se encontraron entrenamientos',
  load: 'Error al cargar los entrenamientos',
  remove: 'Error al eliminar el entrenamiento',
  toggle: (error) =>
    isEmptyAnswer(error) ? 'Error al cambiar el estado' : 'Error al cambiar el estado del entrenamiento',
  question: '¿Estás seguro de que deseas eliminar este entrenamiento?',
};

const columns: Column<Training>[] = [
  {
    key: 'training',
    title: 'Entrenamiento',
    cell: ({ title, cover_image }) => (
      <span className="flex items-center gap-3">
        <Picture src={imageAddress(cover_image)} size="thumb" className="size-12 shrink-0 rounded-control" />
        <span className="min-w-0 font-medium break-words">{shownName(title)}</span>
      </span>
    ),
  },
  { key: 'level', title: 'Nivel', cell: ({ level }) => level?.title || 'Sin nivel' },
  { key: 'type', title: 'Tipo', cell: ({ training_type }) => training_type?.title || 'Sin tipo' },
  { key: 'gender', title: 'Género', cell: ({ gender }) => genderLabel(gender) },
  {
    key: 'status',
    title: 'Estado',
    cell: ({ status }) => <Badge tone={status ? 'green' : 'grey'}>{statusLabel(status)}</Badge>,
  },
  {
    key: 'premium',
    title: 'Premium',
    cell: ({ is_premium }) => (
      <span className="inline-flex items-center gap-1.5">
        {is_premium && <Crown aria-hidden className="size-4 text-yellow" />}
        {yesOrNo(is_premium)}
      </span>
    ),
  },
];

export function TrainingsScreen() {
  return (
    <TableCatalogue
      resource={trainings}
      places={addresses.trainings}
      words={words}
      nameOf={({ title }) => title}
      columns={columns}
    />
  );
}
