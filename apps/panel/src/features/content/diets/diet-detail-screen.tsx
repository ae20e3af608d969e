import { diets, type Diet } from '@pulso/contract/content/diets';
import { dietStatusLabel } from '@pulso/contract/content/diets.labels';
import { formatShortDate } from '@pulso/contract/kit/dates';
import { genderLabel, displayName } from '@pulso/contract/kit/labels';
import { Pencil, Printer } from 'lucide-react';
import { navigate, useParams } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { BackLink, LinkButton } from '@pulso/web/ui/controls/links';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Facts, Panel, Prose } from '@pulso/web/ui/details/facts';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge, PremiumBadge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { imageAddress } from '#api/address';
import { reportFailure } from '#api/report-failure';
import { useItem, useRemove } from '#api/resources';
import { mayVisit } from '#api/session';
import { Nutrition } from '#features/content/diets/nutrition';
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

export function DietDetailScreen() {
  const { id = '' } = useParams();
  const item = useItem(diets, id);
  return (
    <ItemStates
      item={item}
      failure={() => 'Error al cargar los detalles de la dieta'}
      back={{ to: addresses.diets.list, label: 'Volver a la lista de dietas' }}
      skeleton={<DetailSkeleton />}
    >
      {(diet) => <DietDetail diet={diet} />}
    </ItemStates>
  );
}

function DietDetail({ diet }: { diet: Diet }) {
  const { remove, isRemoving } = useRemove(diets, (error) => reportFailure('Error al eliminar la dieta', error));
  const facts = [
    { name: 'Categoría', value: diet.category },
    { name: 'Género', value: genderLabel(diet.gender) },
    { name: 'Tiempo total', value: diet.total_time },
    { name: 'Porciones', value: diet.portions },
    { name: 'Creada', value: formatShortDate(diet.created_at) },
  ];
  return (
    <>
      <BackLink to={addresses.diets.list}>Volver a la lista de dietas</BackLink>
      <PaperHeader />
      <PageHeader
        title={diet.title}
        context={
          <span className="flex flex-wrap gap-2 print:hidden">
            <Badge tone={diet.status ? 'green' : 'grey'}>{dietStatusLabel(diet.status)}</Badge>
            {diet.is_premium && <PremiumBadge />}
          </span>
        }
      >
        <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
          Imprimir
        </Button>
        <AssignButton row={diet} />
        <DuplicateButton resource={diets} row={diet} />
        <MainAction>
          <LinkButton to={addresses.diets.edit(diet.id)} icon={<Pencil aria-hidden className="size-4" />}>
            Editar
          </LinkButton>
        </MainAction>
        {mayVisit('content') && (
          <TwoStepDelete
            name={displayName(diet.title)}
            busy={isRemoving(diet.id)}
            onDelete={() =>
              remove(diet, { onSuccess: () => void navigate(addresses.diets.list, { replace: true, asLeft: true }) })
            }
          />
        )}
      </PageHeader>
      <DetailTabs>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3 print:block print:space-y-4">
          <div className={pictureAndFactsClass}>
            <div className="print:hidden">
              <Picture src={imageAddress(diet.image_url)} size="large" className={detailPictureClass} />
            </div>
            <div className={`${detailFactsClass} space-y-6 print:space-y-4`}>
              <Panel title="Información">
                <Facts facts={facts} />
              </Panel>
              <Panel title="Tipo de dieta">
                <p className="text-sm font-medium">{diet.type_diet?.name || 'Sin tipo'}</p>
                {diet.type_diet?.description && <p className="mt-1 text-sm text-muted">{diet.type_diet.description}</p>}
              </Panel>
            </div>
          </div>
          <div className="space-y-6 lg:col-span-2 print:space-y-4">
            <Panel title="Información nutricional">
              <Nutrition diet={diet} />
            </Panel>
            <Panel title="Ingredientes">
              <Prose>{diet.ingredients}</Prose>
            </Panel>
            <Panel title="Instrucciones">
              <Prose>{diet.instructions}</Prose>
            </Panel>
          </div>
        </div>
      </DetailTabs>
    </>
  );
}
