import type { Statistics } from '@pulso/contract/desk/statistics';
import { formatClock, formatShortDate } from '@pulso/contract/kit/dates';
import { CalendarDays, Dumbbell, Layers, Package, ShoppingBag, UserCheck, UserMinus, Users } from 'lucide-react';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { lazyOptional } from '@pulso/web/ui/hooks/lazy-optional';
import type { Address } from '#addresses';
import { readCookie, serverOffers } from '#api/session';
import { BackupCheck } from '#features/desk/backups/backup-check';
import { DistributionPanel } from '#features/desk/statistics/distribution-panel';
import { StatCard } from '#features/desk/statistics/stat-card';
import { buildDistributions, listAddresses } from '#features/desk/statistics/statistics.rules';
import { useStatistics } from '#features/desk/statistics/use-statistics';
import { Bar } from '#ui/feedback/bar';
import { formatCount, toPercentage } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';

const NextStep = lazyOptional(async () => (await import('#features/desk/statistics/next-step')).NextStep);
const FirstSteps = lazyOptional(async () => (await import('#features/desk/own-business/first-steps')).FirstSteps);
const TodayStrip = lazyOptional<{ skeletonClass: string; children?: ReactNode }>(
  async () => (await import('#features/billing/collections/summary/today-strip')).TodayStrip,
);
const TodayPeople = lazyOptional(
  async () => (await import('#features/billing/collections/today/today-people')).TodayPeople,
);

const TrainingLinks = lazyOptional(
  async () => (await import('#features/coaching/workouts/training-links')).TrainingLinks,
);

const formatPlural = (count: number, word: string) => `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
const FAILURE_MESSAGE = 'Error al cargar las estadísticas. Por favor, intenta de nuevo.';
const cardGridClass = 'grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 sm:gap-4 xl:grid-cols-4';
const panelGridClass = 'mt-4 grid grid-cols-1 gap-4 md:grid-cols-2';
/** One frame with hairlines between its parts. */
const frameClass = 'gap-px overflow-clip rounded-card border border-line bg-line';
const quietCardsClass = `grid grid-cols-2 max-[22rem]:grid-cols-1 lg:grid-cols-4 ${frameClass}`;
const quietPanelsClass = `mt-4 grid grid-cols-1 sm:grid-cols-2 xl:grid-cols-4 ${frameClass}`;

/** Over a card's own link: to the list of a part of its number. */
function CountLink({ to, children }: { to: Address; children: ReactNode }) {
  return (
    <Link to={to} className="relative -mt-2 -mb-3 inline-flex min-h-11 items-center py-2.5 hover:underline">
      {children}
    </Link>
  );
}

/** Number of clients to call this week; a link if the list can filter them. */
function ExpiringBadge({ count }: { count: number }) {
  const badge = <Badge tone="yellow">Por expirar: {formatCount(count)}</Badge>;
  return serverOffers('expiring-users') ? <CountLink to={listAddresses.expiring}>{badge}</CountLink> : badge;
}

function StatCards({ data, quiet }: { data: Statistics; quiet: boolean }) {
  const { usuarios, entrenamientos, niveles, paquetes, productos, ejercicios, partes_cuerpo } = data;
  const featured = toPercentage(productos.destacados, productos.total);
  return (
    <div className={quiet ? quietCardsClass : cardGridClass}>
      <StatCard quiet={quiet} title="Total de usuarios" value={usuarios.total} icon={Users} to={listAddresses.users}>
        <CountLink to={listAddresses.active}>{formatPlural(usuarios.activos, 'activo')}</CountLink>
      </StatCard>
      <StatCard
        quiet={quiet}
        title="Usuarios con suscripción"
        value={usuarios.con_suscripcion_activa}
        icon={UserCheck}
        to={listAddresses.subscribed}
      >
        {usuarios.por_expirar !== undefined && <ExpiringBadge count={usuarios.por_expirar} />}
      </StatCard>
      <StatCard
        quiet={quiet}
        title="Usuarios sin suscripción"
        value={usuarios.sin_suscripcion_activa}
        icon={UserMinus}
        to={listAddresses.unsubscribed}
      />
      <StatCard
        quiet={quiet}
        title="Entrenamientos"
        value={entrenamientos.total}
        icon={CalendarDays}
        to={listAddresses.trainings}
      >
        <CountLink to={listAddresses.activeTrainings}>{formatPlural(entrenamientos.activos, 'activo')}</CountLink>
      </StatCard>
      <StatCard quiet={quiet} title="Niveles" value={niveles.total} icon={Layers} to={listAddresses.levels} />
      <StatCard quiet={quiet} title="Paquetes" value={paquetes.total} icon={Package} to={listAddresses.packages}>
        <CountLink to={listAddresses.activePackages}>{formatPlural(paquetes.activos, 'activo')}</CountLink>
      </StatCard>
      <StatCard quiet={quiet} title="Productos" value={productos.total} icon={ShoppingBag} to={listAddresses.products}>
        <CountLink to={listAddresses.featured}>
          {formatPlural(productos.destacados, 'destacado')} ({featured}%)
        </CountLink>
        <div className="mt-1.5">
          <Bar percent={featured} tone="accent" />
        </div>
      </StatCard>
      <StatCard quiet={quiet} title="Ejercicios" value={ejercicios.total} icon={Dumbbell} to={listAddresses.exercises}>
        {formatCount(partes_cuerpo.total)} {partes_cuerpo.total === 1 ? 'parte' : 'partes'} del cuerpo
      </StatCard>
    </div>
  );
}

function DashboardSkeleton({ quiet }: { quiet: boolean }) {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando">
      <div className={quiet ? quietCardsClass : cardGridClass}>
        {Array.from({ length: 8 }, (_, index) => (
          <div
            key={index}
            data-skeleton="card"
            className={quiet ? 'h-24 bg-surface p-4' : 'h-32 rounded-card border border-line bg-surface p-5'}
          >
            <div className="skeleton h-4 w-2/3" />
            <div className="skeleton mt-4 h-8 w-1/3" />
          </div>
        ))}
      </div>
      <div className={quiet ? quietPanelsClass : panelGridClass}>
        {[1, 2].map((panel) => (
          <div
            key={panel}
            data-skeleton="panel"
            className={quiet ? 'h-32 bg-surface p-4' : 'h-44 rounded-card border border-line bg-surface p-5'}
          >
            <div className="skeleton h-5 w-1/3" />
            <div className="skeleton mt-6 h-4 w-full" />
            <div className="skeleton mt-6 h-4 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Nobody has been sold anything, and whoever is inside is alone: money and people of today would be zeros. */
const isEmptyBusiness = ({ usuarios }: Statistics) => usuarios.total <= 1 && usuarios.con_suscripcion_activa === 0;

/** The counters and bars of the specification: quiet where the day, or the next step, stands above them. */
function Figures({ data, quiet, updatedAt }: { data: Statistics; quiet: boolean; updatedAt: number }) {
  const updated = new Date(updatedAt);
  return (
    <>
      <StatCards data={data} quiet={quiet} />
      <div className={quiet ? quietPanelsClass : panelGridClass}>
        {buildDistributions(data).map((distribution) => (
          <DistributionPanel key={distribution.title} {...distribution} quiet={quiet} />
        ))}
      </div>
      <footer className="mt-6 text-sm text-muted tabular-nums">
        Última actualización: {formatShortDate(updated)}, {formatClock(updated)}
      </footer>
    </>
  );
}

type Props = {
  /** The money of the month, where the server tells it: it stands after the statistics in the order of the house. */
  Month?: ComponentType;
};

export function StatisticsScreen({ Month }: Props) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useStatistics();
  const name = readCookie('nombre')?.split(' ')[0];
  const hasPeople = serverOffers('collections');
  const quiet = Month !== undefined || hasPeople;
  const isEmpty = quiet && data !== undefined && isEmptyBusiness(data);
  // As high as the strip with its links, so that the cards below do not jump.
  const stripClass = serverOffers('workouts') ? 'mb-4 h-100.5 lg:h-44.5' : 'mb-4 h-53.5 lg:h-24.5';
  return (
    <>
      <PageHeader title="Inicio" context={`¡Hola${name ? `, ${name}` : ''}! Así está tu negocio hoy.`} />
      {serverOffers('first-steps') && (
        <Suspense fallback={<div className="mb-4 h-72.5 sm:h-43.5 xl:h-29.5" />}>
          <FirstSteps />
        </Suspense>
      )}
      {serverOffers('backups') && <BackupCheck />}
      {quiet && !isEmpty && (
        <div className="mb-4 grid min-h-96 grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          {Month && (
            <Suspense fallback={<div className="skeleton min-h-96 rounded-card" />}>
              <Month />
            </Suspense>
          )}
          {hasPeople && (
            <Suspense fallback={<div className="skeleton min-h-96 rounded-card" />}>
              <TodayPeople />
            </Suspense>
          )}
        </div>
      )}
      {hasPeople && !isEmpty && (
        <Suspense fallback={<div className={stripClass} />}>
          <TodayStrip skeletonClass={stripClass}>{serverOffers('coaching') && <TrainingLinks />}</TodayStrip>
        </Suspense>
      )}
      {isPending && <DashboardSkeleton quiet={quiet} />}
      {error && (
        <div className="mb-4">
          <FailureState message={FAILURE_MESSAGE} onRetry={() => void refetch()} />
        </div>
      )}
      {isEmpty && (
        <Suspense fallback={<div className="mb-4 min-h-50" />}>
          <NextStep />
        </Suspense>
      )}
      {data && <Figures data={data} quiet={quiet} updatedAt={dataUpdatedAt} />}
    </>
  );
}
