import { exercises } from '@pulso/contract/content/exercises';
import { resolveSets, setsWords } from '@pulso/contract/content/sets-line';
import { trainings, type Training } from '@pulso/contract/content/trainings';
import { formatShortDate } from '@pulso/contract/kit/dates';
import { displayName, genderLabel, statusLabel, yesOrNo } from '@pulso/contract/kit/labels';
import { Pencil, Printer } from 'lucide-react';
import { useMemo } from 'react';
import { isNotFound } from '@pulso/web/answers';
import { useParams } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { BackLink, LinkButton } from '@pulso/web/ui/controls/links';
import { Facts, Panel, Prose } from '@pulso/web/ui/details/facts';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge, PremiumBadge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { imageAddress } from '#api/address';
import { useItem, useList } from '#api/resources';
import { TrainingPlan, type SetLines } from '#features/content/trainings/training-plan';
import { AssignButton } from '#screens/assigning';
import { DetailTabs } from '#screens/detail-tabs';
import { DuplicateButton } from '#screens/duplicate';
import {
  DetailSkeleton,
  detailFactsClass,
  ItemStates,
  pictureAndFactsClass,
  detailPictureClass,
} from '#screens/item-states';
import { MainAction } from '#ui/layout/main-action';
import { PageHeader } from '#ui/layout/page';
import { PaperHeader } from '#ui/layout/paper-header';
import { usePrinting } from '#ui/details/use-printing';

const backLink = { to: addresses.trainings.list, label: 'Volver a la lista de entrenamientos' };
const loadFailureMessage = (error: Error) =>
  isNotFound(error) ? 'No se encontró el entrenamiento solicitado.' : 'Error al cargar los datos del entrenamiento';

export function TrainingDetailScreen() {
  const { id = '' } = useParams();
  const item = useItem(trainings, id);
  return (
    <ItemStates item={item} failure={loadFailureMessage} back={backLink} skeleton={<DetailSkeleton />}>
      {/* A list may leave out the days; only the loaded training says that there are none. */}
      {(training) =>
        item.isPreview && training.training_days.length === 0 ? (
          <DetailSkeleton />
        ) : (
          <TrainingDetail training={training} />
        )
      }
    </ItemStates>
  );
}

/** The sets of all exercises, where the list has them; a training names its exercises only. Unknown while that comes. */
function useSetLines(): SetLines | undefined {
  const { data, isPending } = useList(exercises);
  return useMemo(() => {
    const lines = (data ?? [])
      .map(({ id, sets }) => [id, setsWords(resolveSets(null, sets)).join(' · ')] as const)
      .filter(([, line]) => line);
    return isPending ? undefined : new Map(lines);
  }, [data, isPending]);
}

function TrainingDetail({ training }: { training: Training }) {
  const days = training.training_days;
  const setLines = useSetLines();
  const printing = usePrinting();
  const facts = [
    { name: 'Nivel', value: training.level?.title || 'Sin nivel' },
    { name: 'Tipo', value: training.training_type?.title || 'Sin tipo' },
    { name: 'Género', value: genderLabel(training.gender) },
    { name: 'Número de días', value: days.length },
  ];
  const record = [
    { name: 'Premium', value: yesOrNo(training.is_premium) },
    { name: 'Estado', value: statusLabel(training.status) },
    { name: 'Creado', value: formatShortDate(training.created_at) },
    { name: 'Última actualización', value: formatShortDate(training.updated_at) },
  ];
  return (
    <>
      <BackLink to={backLink.to}>{backLink.label}</BackLink>
      <PaperHeader />
      <PageHeader
        title={training.title}
        context={
          <span className="flex flex-wrap gap-2 print:hidden">
            <Badge tone={training.status ? 'green' : 'grey'}>{statusLabel(training.status)}</Badge>
            {training.is_premium && <PremiumBadge />}
            {training.owner && <Badge tone="blue">Solo para {displayName(training.owner.name)}</Badge>}
          </span>
        }
      >
        {/* Printed before the sets are there, the sheet would be worth nothing. */}
        <Button
          icon={<Printer aria-hidden className="size-4" />}
          disabled={setLines === undefined}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
        {!training.owner && <AssignButton row={training} />}
        <DuplicateButton resource={trainings} row={training} />
        <MainAction>
          <LinkButton to={addresses.trainings.edit(training.id)} icon={<Pencil aria-hidden className="size-4" />}>
            Editar
          </LinkButton>
        </MainAction>
      </PageHeader>
      {printing && (
        <p className="mb-4 flex items-end gap-2 text-sm">
          Cliente: <span className="flex-1 border-b border-text" />
        </p>
      )}
      <DetailTabs>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3 print:block print:space-y-4">
          <div className={`${pictureAndFactsClass} lg:sticky lg:top-22 print:static print:[&_h2]:hidden`}>
            <div className="print:hidden">
              <Picture src={imageAddress(training.cover_image)} size="large" className={detailPictureClass} />
            </div>
            <div className={detailFactsClass}>
              <Panel title="Información">
                <Facts facts={facts} />
                {/* Of no use to the client who gets the printed plan. */}
                <div className="mt-4 print:hidden">
                  <Facts facts={record} />
                </div>
              </Panel>
            </div>
          </div>
          <div className="space-y-6 lg:col-span-2 print:space-y-4">
            <div className="print:[&_h2]:hidden">
              <Panel title="Descripción">
                <Prose>{training.description}</Prose>
              </Panel>
            </div>
            <section aria-labelledby="plan" className="space-y-4 print:space-y-2">
              <h2 id="plan" className="text-lg font-semibold print:text-sm">
                Plan día por día
              </h2>
              <TrainingPlan days={days} setLines={setLines} />
            </section>
          </div>
        </div>
      </DetailTabs>
    </>
  );
}
