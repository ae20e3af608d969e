import { exercises, type Exercise } from '@pulso/contract/content/exercises';
import { formatShortDate } from '@pulso/contract/kit/dates';
import { isWebLink } from '@pulso/contract/kit/fields';
import { displayName, statusLabel } from '@pulso/contract/kit/labels';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { isEmptyAnswer } from '@pulso/web/answers';
import { navigate, useParams } from '@pulso/web/navigation/navigation';
import { BackLink, LinkButton } from '@pulso/web/ui/controls/links';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Facts, Panel, Prose } from '@pulso/web/ui/details/facts';
import { Picture } from '@pulso/web/ui/details/picture';
import { WebLink } from '@pulso/web/ui/details/web-link';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { imageAddress } from '#api/address';
import { useItem, useRemove } from '#api/resources';
import { mayVisit } from '#api/session';
import { ExerciseSetsTable } from '#features/content/exercises/exercise-sets-table';
import { BACK_LINK, bodyPartName, failureMessage, machineName } from '#features/content/exercises/exercise-labels';
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

export function ExerciseDetailScreen() {
  const { id = '' } = useParams();
  const item = useItem(exercises, id);
  return (
    <ItemStates
      item={item}
      failure={(error) =>
        isEmptyAnswer(error)
          ? 'No se pudo cargar la información del ejercicio'
          : failureMessage('Error al cargar los detalles del ejercicio', error)
      }
      back={BACK_LINK}
      skeleton={<DetailSkeleton />}
    >
      {(exercise) => <ExerciseDetail exercise={exercise} />}
    </ItemStates>
  );
}

function ExerciseDetail({ exercise }: { exercise: Exercise }) {
  const [failure, setFailure] = useState<string>();
  const { remove, isRemoving } = useRemove(exercises, (error) =>
    setFailure(failureMessage('Error al eliminar el ejercicio', error)),
  );
  const facts = [
    { name: 'Parte del cuerpo', value: bodyPartName(exercise) },
    { name: 'Máquina', value: machineName(exercise) },
    { name: 'Creado', value: formatShortDate(exercise.created_at) },
    { name: 'Video', value: <Video address={exercise.video_url} /> },
  ];
  const onDelete = () => {
    setFailure(undefined);
    remove(exercise, { onSuccess: () => void navigate(addresses.exercises.list, { replace: true, asLeft: true }) });
  };
  return (
    <>
      <BackLink to={BACK_LINK.to}>{BACK_LINK.label}</BackLink>
      <PageHeader
        title={exercise.title}
        context={<Badge tone={exercise.status ? 'green' : 'grey'}>{statusLabel(exercise.status)}</Badge>}
      >
        <DuplicateButton resource={exercises} row={exercise} />
        <MainAction>
          <LinkButton to={addresses.exercises.edit(exercise.id)} icon={<Pencil aria-hidden className="size-4" />}>
            Editar
          </LinkButton>
        </MainAction>
        {mayVisit('content') && (
          <TwoStepDelete name={displayName(exercise.title)} busy={isRemoving(exercise.id)} onDelete={onDelete} />
        )}
      </PageHeader>
      <DetailTabs>
        <div className="space-y-6">
          {failure && <FailureState message={failure} />}
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3">
            <div className={pictureAndFactsClass}>
              <Picture
                src={imageAddress(exercise.image_url)}
                size="large"
                className={`${detailPictureClass} print:w-60`}
              />
              <div className={detailFactsClass}>
                <Panel title="Información">
                  <Facts facts={facts} />
                </Panel>
              </div>
            </div>
            <div className="space-y-6 lg:col-span-2">
              <Panel title="Descripción">
                <Prose>{exercise.description}</Prose>
              </Panel>
              {exercise.tips && (
                <Panel title="Consejos">
                  <Prose>{exercise.tips}</Prose>
                </Panel>
              )}
              <Panel title="Sets recomendados">
                <ExerciseSetsTable sets={exercise.sets} />
              </Panel>
            </div>
          </div>
        </div>
      </DetailTabs>
    </>
  );
}

function Video({ address }: { address: string | null }) {
  return address !== null && isWebLink(address) ? <WebLink to={address}>Ver video</WebLink> : 'Sin video';
}
