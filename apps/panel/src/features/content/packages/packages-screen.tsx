import { packages, type Package } from '@pulso/contract/content/packages';
import { textOrDash, statusLabel } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { statusFilter } from '#screens/list-filters';
import { TableCatalogue, type TableWords } from '#screens/table-catalogue';
import type { Column } from '#ui/lists/data-table';
import { durationLabel } from '#features/content/packages/duration-label';
import { RowTitle } from '#ui/lists/row-title';

const words: TableWords = {
  title: 'Paquetes',
  search: 'Buscar paquetes...',
  create: 'Nuevo Paquete',
  count: ['paquete', 'paquetes'],
  empty: {
    title: 'No hay paquetes',
    text: 'Un paquete reúne entrenamientos y dietas con un precio y una duración.',
    create: 'Crear el primer paquete',
  },
  nothingFound: 'No se encontraron paquetes',
  load: 'Error al cargar los paquetes',
  remove: 'Error al eliminar el paquete',
  toggle: () => 'Error al cambiar el estado del paquete',
  question: '¿Estás seguro de que deseas eliminar este paquete?',
};

const columns: Column<Package>[] = [
  {
    key: 'package',
    title: 'Paquete',
    cell: ({ id, title }) => <RowTitle name={title} to={addresses.packages.detail(id)} />,
    sortBy: ({ title }) => title,
    cut: 'most',
    phone: 'title',
  },
  {
    key: 'duration',
    title: 'Duración',
    cell: ({ duration_days }) => <span className="whitespace-nowrap">{durationLabel(duration_days)}</span>,
    sortBy: ({ duration_days }) => duration_days,
    phone: 'fact',
  },
  {
    key: 'price',
    title: 'Precio',
    numeric: true,
    cell: ({ price }) => textOrDash(formatMoney(price)),
    sortBy: ({ price }) => price,
    phone: 'more',
  },
  {
    key: 'trainings',
    title: 'Entrenamientos',
    numeric: true,
    cell: ({ package_trainings }) => package_trainings.length,
    sortBy: ({ package_trainings }) => package_trainings.length,
  },
  {
    key: 'diets',
    title: 'Dietas',
    numeric: true,
    cell: ({ package_diets }) => package_diets.length,
    sortBy: ({ package_diets }) => package_diets.length,
  },
  {
    key: 'status',
    title: 'Estado',
    cell: ({ status }) => <Badge tone={status ? 'green' : 'grey'}>{statusLabel(status)}</Badge>,
    sortBy: ({ status }) => status,
    phone: 'badge',
  },
];

const nameOf = ({ title }: Package) => title;
const filters = [statusFilter];

export function PackagesScreen() {
  return (
    <TableCatalogue
      resource={packages}
      places={addresses.packages}
      words={words}
      nameOf={nameOf}
      columns={columns}
      filters={filters}
    />
  );
}
