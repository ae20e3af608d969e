import { packages, type Package } from '@pulso/contract/content/packages';
import { formatShortDate } from '@pulso/contract/kit/dates';
import { genderLabel, textOrDash, statusLabel } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { CalendarDays, Pencil, Salad } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNotFound } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { useParams } from '@pulso/web/navigation/navigation';
import { BackLink, LinkButton } from '@pulso/web/ui/controls/links';
import { Facts, Panel, Prose } from '@pulso/web/ui/details/facts';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses, type Address } from '#addresses';
import { useItem } from '#api/resources';
import { packageDiets, packageTrainings } from '#features/content/packages/package-contents';
import { DetailTabs } from '#screens/detail-tabs';
import { DuplicateButton } from '#screens/duplicate';
import { DetailSkeleton, ItemStates } from '#screens/item-states';
import { MainAction } from '#ui/layout/main-action';
import { durationLabel } from '#features/content/packages/duration-label';
import { PageHeader } from '#ui/layout/page';

const backLink = { to: addresses.packages.list, label: 'Volver a la lista de paquetes' };
const loadFailureMessage = (error: Error) =>
  isNotFound(error) ? 'No se encontró el paquete solicitado.' : 'Error al cargar los datos del paquete';

export function PackageDetailScreen() {
  const { id = '' } = useParams();
  const item = useItem(packages, id);
  return (
    <ItemStates item={item} failure={loadFailureMessage} back={backLink} skeleton={<DetailSkeleton pictured={false} />}>
      {(row) => <PackageDetail row={row} />}
    </ItemStates>
  );
}

function PackageDetail({ row }: { row: Package }) {
  const trainings = packageTrainings(row);
  const diets = packageDiets(row);
  const duration = durationLabel(row.duration_days);
  const summary = [
    { name: 'Duración', value: duration },
    { name: 'Género', value: genderLabel(row.gender) },
    // Not every server answers the level.
    ...(row.level ? [{ name: 'Nivel', value: row.level.title }] : []),
    { name: 'Estado', value: statusLabel(row.status) },
    { name: 'Entrenamientos', value: trainings.length },
    { name: 'Dietas', value: diets.length },
    ...(row.created_at ? [{ name: 'Creado', value: formatShortDate(row.created_at) }] : []),
  ];
  return (
    <>
      <BackLink to={backLink.to}>{backLink.label}</BackLink>
      <PageHeader
        title={row.title}
        context={<Badge tone={row.status ? 'green' : 'grey'}>{statusLabel(row.status)}</Badge>}
      >
        <DuplicateButton resource={packages} row={row} />
        <MainAction>
          <LinkButton to={addresses.packages.edit(row.id)} icon={<Pencil aria-hidden className="size-4" />}>
            Editar
          </LinkButton>
        </MainAction>
      </PageHeader>
      <DetailTabs>
        <div className="grid items-start gap-6 lg:grid-cols-3">
          <div className="space-y-6">
            <Panel title="Resumen">
              <p className="mb-5 text-3xl font-bold tracking-tight tabular-nums">
                {textOrDash(formatMoney(row.price))}
              </p>
              <Facts facts={summary} />
            </Panel>
            <Panel title="Descripción">
              <Prose>{row.description}</Prose>
            </Panel>
          </div>
          <div className="space-y-6 lg:col-span-2">
            <Panel title="Entrenamientos incluidos">
              <IncludedList none="Este paquete no incluye entrenamientos.">
                {trainings.map(({ id, title, level, type }, index) => (
                  <IncludedItem
                    key={index}
                    to={id ? addresses.trainings.detail(id) : undefined}
                    title={title}
                    text={`${level} · ${type}`}
                    icon={<CalendarDays aria-hidden className="size-5" />}
                  />
                ))}
              </IncludedList>
            </Panel>
            <Panel title="Dietas incluidas">
              <IncludedList none="Este paquete no incluye dietas.">
                {diets.map(({ id, title, description }, index) => (
                  <IncludedItem
                    key={index}
                    to={id ? addresses.diets.detail(id) : undefined}
                    title={title}
                    text={description}
                    icon={<Salad aria-hidden className="size-5" />}
                  />
                ))}
              </IncludedList>
            </Panel>
          </div>
        </div>
      </DetailTabs>
    </>
  );
}

function IncludedList({ none, children }: { none: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-sm text-muted">{none}</p>;
  return <ul className="-my-2 divide-y divide-line">{children}</ul>;
}

/** No address where the item was deleted. */
type ItemProps = { to: Address | undefined; title: string; text: string; icon: ReactNode };

const titleClass = 'inline-block min-w-11 py-3 text-sm font-medium break-words [a]:hover:underline';

function IncludedItem({ to, title, text, icon }: ItemProps) {
  return (
    <li className="flex items-start gap-3 py-2">
      <span className="mt-2 flex size-9 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
        {icon}
      </span>
      <div className="min-w-0">
        {to ? (
          <Link to={to} className={titleClass}>
            {title}
          </Link>
        ) : (
          <span className={titleClass}>{title}</span>
        )}
        {text && <p className="-mt-2 pb-1 text-sm break-words text-muted">{text}</p>}
      </div>
    </li>
  );
}
