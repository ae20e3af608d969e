import type { User } from '@pulso/contract/accounts/users';
import { userPackageRow, type UserPackage } from '@pulso/contract/billing/user-packages';
import { packages } from '@pulso/contract/content/packages';
import { daysBetween, daysLabel, parseDateField } from '@pulso/contract/kit/dates';
import { displayName, statusLabel } from '@pulso/contract/kit/labels';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { useList } from '#api/resources';
import { mayVisit } from '#api/session';
import { useUserRecords } from '#features/accounts/users/user-records';
import { DeletePackageDialog } from '#features/billing/user-packages/delete-package-dialog';
import { HistoryTable, periodColumn } from '#screens/history-table';
import type { Column } from '#ui/lists/data-table';

function durationDays({ start_date, end_date }: UserPackage): number | undefined {
  const from = parseDateField(start_date);
  const to = parseDateField(end_date);
  return from && to ? daysBetween(from, to) : undefined;
}

const formatDays = (days: number | undefined) => (days === undefined ? '—' : daysLabel(days));

type PackageHolder = User & { user_packages: UserPackage[] };

export const packagesResource = (userId: number) => ({ path: `user/${userId}/packages`, row: userPackageRow });

export function PackageHistory({ user, next }: { user: PackageHolder; next: ReactNode }) {
  const maySell = mayVisit('billing');
  const { rows, error, refetch } = useUserRecords(user.id, packagesResource(user.id), user.user_packages, {
    enabled: maySell,
  });
  const catalogue = useList(packages, { enabled: maySell });
  const [removing, setRemoving] = useState<UserPackage>();
  const titles = new Map(catalogue.data?.map(({ id, title }) => [id, title]));
  const titleOf = ({ package: named, package_id }: UserPackage) =>
    named?.title || titles.get(package_id) || (Number.isNaN(package_id) ? displayName('') : `Paquete #${package_id}`);
  // The call removes only the latest activation of a package.
  const isLatest = ({ id, package_id }: UserPackage) =>
    !rows.some((other) => other.package_id === package_id && other.id > id);
  const columns: Column<UserPackage>[] = [
    {
      key: 'package',
      title: 'Paquete',
      cell: (held) => <span className="font-medium">{titleOf(held)}</span>,
      sortBy: titleOf,
      phone: 'title',
    },
    periodColumn,
    { key: 'days', title: 'Duración', cell: (held) => formatDays(durationDays(held)), sortBy: durationDays },
    {
      key: 'status',
      title: 'Estado',
      cell: ({ status }) => <Badge tone={status ? 'green' : 'grey'}>{statusLabel(status)}</Badge>,
      sortBy: ({ status }) => status,
      phone: 'badge',
    },
    {
      key: 'actions',
      title: 'Acciones',
      phone: 'badge',
      cell: (held) =>
        isLatest(held) ? (
          <Button
            look="quietDanger"
            title={titleOf(held)}
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => setRemoving(held)}
          >
            Eliminar paquete
          </Button>
        ) : (
          '—'
        ),
    },
  ];
  return (
    <>
      <HistoryTable
        caption="Historial de paquetes"
        rows={rows}
        columns={maySell ? columns : columns.filter(({ key }) => key !== 'actions')}
        failure={error ? 'Error al cargar el historial de paquetes' : undefined}
        onRetry={() => void refetch()}
        empty="Todavía no tiene ningún paquete."
        next={next}
      />
      {removing && (
        <DeletePackageDialog
          user={user}
          held={removing}
          title={titleOf(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}
