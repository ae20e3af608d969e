import { trainings, type Training } from '@pulso/contract/content/trainings';
import { genderLabel, statusLabel, yesOrNo } from '@pulso/contract/kit/labels';
import { ClipboardPaste, Crown } from 'lucide-react';
import { useCallback } from 'react';
import { isEmptyAnswer } from '@pulso/web/answers';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses, type ParameterOf } from '#addresses';
import { imageAddress } from '#api/address';
import { serverOffers } from '#api/session';
import { LibraryButton } from '#features/content/library/library-button';
import { assignAction, useAssigning } from '#screens/assigning';
import { statusFilter, type ListFilter } from '#screens/list-filters';
import { TableCatalogue, type TableWords } from '#screens/table-catalogue';
import { useDeactivationQuestion } from '#screens/use-deactivation-question';
import { TruncatedText } from '#ui/layout/truncated-text';
import type { Column } from '#ui/lists/data-table';
import { RowTitle } from '#ui/lists/row-title';

const words: TableWords = {
  title: 'Entrenamientos',
  search: 'Buscar entrenamientos...',
  create: 'Nuevo Entrenamiento',
  count: ['entrenamiento', 'entrenamientos'],
  empty: {
    title: 'No hay entrenamientos',
    text: 'Crea el primero: qué hace cada cliente, día por día.',
    create: 'Crear el primer entrenamiento',
  },
  nothingFound: 'No se encontraron entrenamientos',
  load: 'Error al cargar los entrenamientos',
  remove: 'Error al eliminar el entrenamiento',
  toggle: (error) =>
    isEmptyAnswer(error) ? 'Error al cambiar el estado' : 'Error al cambiar el estado del entrenamiento',
  question: '¿Estás seguro de que deseas eliminar este entrenamiento?',
};

const levelName = ({ level }: Training) => level?.title || 'Sin nivel';

const columns: Column<Training>[] = [
  {
    key: 'training',
    title: 'Entrenamiento',
    cell: ({ id, title, cover_image }) => (
      <RowTitle
        name={title}
        to={addresses.trainings.detail(id)}
        picture={
          <Picture src={imageAddress(cover_image)} size="thumb" className="size-11 rounded-control tabular:size-9" />
        }
      />
    ),
    sortBy: ({ title }) => title,
    cut: 'most',
    phone: 'title',
  },
  {
    key: 'level',
    title: 'Nivel',
    cell: (training) => <TruncatedText text={levelName(training)} />,
    sortBy: ({ level }) => level?.title,
    cut: 'little',
    phone: 'fact',
  },
  {
    key: 'type',
    title: 'Tipo',
    cell: ({ training_type }) => <TruncatedText text={training_type?.title || 'Sin tipo'} />,
    sortBy: ({ training_type }) => training_type?.title,
    cut: 'little',
    phone: 'more',
  },
  {
    key: 'gender',
    title: 'Género',
    cell: ({ gender }) => genderLabel(gender),
    sortBy: ({ gender }) => genderLabel(gender),
  },
  {
    key: 'status',
    title: 'Estado',
    cell: ({ status }) => <Badge tone={status ? 'green' : 'grey'}>{statusLabel(status)}</Badge>,
    sortBy: ({ status }) => status,
    phone: 'badge',
  },
  {
    key: 'premium',
    title: 'Premium',
    cell: ({ is_premium }) => (
      <span className="inline-flex items-center gap-1.5">
        {is_premium ? <Crown aria-hidden className="size-4 text-yellow" /> : <span data-none />}
        {/* A card has no heading that a 'Sí' would answer. */}
        <span className="sr-only tabular:not-sr-only">{yesOrNo(is_premium)}</span>
        <span aria-hidden className="text-xs font-medium before:content-['Premium'] tabular:hidden" />
      </span>
    ),
    sortBy: ({ is_premium }) => is_premium,
    phone: 'badge',
  },
];

const nameOf = ({ title }: Training) => title;

/** The levels that there are trainings of. */
const levelFilter: ListFilter<Training, ParameterOf<typeof addresses.trainings.list>> = {
  name: 'nivel',
  label: 'Nivel',
  all: 'Todos los niveles',
  options: (rows) =>
    [...new Map(rows.map((row) => [row.level_id, levelName(row)]))]
      .map(([id, label]) => ({ value: String(id), label }))
      .toSorted((one, other) => one.label.localeCompare(other.label, 'es')),
  keeps: ({ level_id }, chosen) => String(level_id) === chosen,
};
const filters = [levelFilter, statusFilter];

export function TrainingsScreen() {
  const assign = useAssigning();
  const moreActions = useCallback((row: Training) => assignAction(assign, row), [assign]);
  const { mayDeactivate, question } = useDeactivationQuestion(trainings.path);
  return (
    <>
      <TableCatalogue
        resource={trainings}
        places={addresses.trainings}
        words={words}
        nameOf={nameOf}
        columns={columns}
        filters={filters}
        moreActions={moreActions}
        mayDeactivate={mayDeactivate}
        moreWays={
          <>
            {serverOffers('routines') && (
              <LinkButton to={addresses.pasteRoutine} icon={<ClipboardPaste aria-hidden className="size-4" />}>
                Pegar una rutina
              </LinkButton>
            )}
            <LibraryButton kind="training" />
          </>
        }
      />
      {question}
    </>
  );
}
