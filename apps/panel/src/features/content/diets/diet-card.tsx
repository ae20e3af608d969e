import { diets, type Diet } from '@pulso/contract/content/diets';
import { genderLabel, textOrDash, displayName } from '@pulso/contract/kit/labels';
import { Clock, Copy, Eye, Pencil, UserPlus } from 'lucide-react';
import { useId } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { IconButton, isSecondClick } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge, PremiumBadge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { imageAddress } from '#api/address';
import { mayVisit } from '#api/session';
import { CardGridSkeleton } from '#screens/catalogue-card';
import { Card } from '#ui/details/card';
import { formatNumber } from '#ui/text/numbers';
import { highlightIfRecent } from '#ui/feedback/highlight';

const nutritionFigures = ({ calories, protein, carbs }: Diet) => [
  { name: 'Calorías', value: `${textOrDash(formatNumber(calories))} kcal` },
  { name: 'Proteínas', value: `${textOrDash(formatNumber(protein))} g` },
  { name: 'Carbohidratos', value: `${textOrDash(formatNumber(carbs))} g` },
];

/** On a phone the picture is beside the title, so that several cards are in sight. */
const cardClass = 'max-sm:grid max-sm:grid-cols-[7rem_minmax(0,1fr)]';
const textClass = 'flex flex-1 flex-col gap-3 p-4 max-sm:contents';
const figuresClass =
  'mt-auto grid grid-cols-3 gap-2 bg-sunken p-3 text-center max-sm:col-span-2 max-sm:p-2 sm:rounded-control';

type Props = {
  diet: Diet;
  removing: boolean;
  onDelete: () => void;
  duplicating: boolean;
  /** Undefined if the server makes no copies. */
  onDuplicate?: () => void;
  /** Undefined if the server assigns nothing. */
  onAssign?: () => void;
};

export function DietCard({ diet, removing, onDelete, duplicating, onDuplicate, onAssign }: Props) {
  const id = useId();
  const name = displayName(diet.title);
  return (
    <Card labelledBy={id} busy={removing} ref={highlightIfRecent(diets.path, diet.id)} className={cardClass}>
      <div className="relative overflow-hidden">
        <Picture
          src={imageAddress(diet.image_url)}
          size="card"
          className="w-full max-sm:absolute max-sm:h-full sm:aspect-16/9"
        />
        <div className="absolute top-1.5 right-1.5 flex flex-col items-end gap-1 sm:top-3 sm:right-3 sm:flex-row sm:gap-2 *:rounded-full *:border *:border-line *:bg-surface">
          {!diet.status && (
            <span>
              <Badge tone="grey">Inactiva</Badge>
            </span>
          )}
          {diet.is_premium && (
            <span>
              <PremiumBadge />
            </span>
          )}
        </div>
      </div>
      <div className={textClass}>
        <div className="max-sm:min-w-0 max-sm:p-3">
          <h2 id={id} className="font-semibold wrap-anywhere">
            <Link
              to={addresses.diets.detail(diet.id)}
              className="inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline sm:min-h-6"
            >
              {name}
            </Link>
          </h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-muted">
            <span className="wrap-anywhere">{textOrDash(diet.category)}</span>
            <span aria-hidden className="max-sm:hidden">
              ·
            </span>
            <span>{genderLabel(diet.gender)}</span>
            <span aria-hidden className="max-sm:hidden">
              ·
            </span>
            <span className="inline-flex items-center gap-1">
              <Clock aria-hidden className="size-3.5" />
              {textOrDash(diet.total_time)}
            </span>
          </p>
        </div>
        <dl className={figuresClass}>
          {nutritionFigures(diet).map(({ name, value }) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="text-sm font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap justify-between gap-1 border-t border-line p-2 max-sm:col-span-2">
        <LinkButton
          to={addresses.diets.detail(diet.id)}
          look="quiet"
          title={name}
          icon={<Eye aria-hidden className="size-4" />}
        >
          Ver detalles
        </LinkButton>
        <div className="covered-actions flex gap-1">
          <LinkButton
            to={addresses.diets.edit(diet.id)}
            look="quiet"
            title={name}
            icon={<Pencil aria-hidden className="size-4" />}
          >
            Editar
          </LinkButton>
          {onAssign && (
            <IconButton
              label="Asignar"
              title={`Asignar: ${name}`}
              icon={<UserPlus aria-hidden className="size-4" />}
              onClick={(event) => !isSecondClick(event) && onAssign()}
            />
          )}
          {onDuplicate && (
            <IconButton
              label="Duplicar"
              title={`Duplicar: ${name}`}
              icon={<Copy aria-hidden className="size-4" />}
              disabled={duplicating}
              onClick={(event) => !isSecondClick(event) && onDuplicate()}
            />
          )}
          {mayVisit('content') && <TwoStepDelete name={name} busy={removing} onDelete={onDelete} compact />}
        </div>
      </div>
    </Card>
  );
}

export const dietGridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3';

export function DietSkeleton() {
  return (
    <CardGridSkeleton className={dietGridClass}>
      <div className="max-sm:grid max-sm:grid-cols-[7rem_minmax(0,1fr)]">
        <div className="skeleton w-full rounded-none max-sm:h-full sm:aspect-16/9" />
        <div className="p-3 sm:p-4">
          <div className="skeleton my-3 h-5 w-2/3 sm:my-0.5" />
          <div className="skeleton mt-1 h-4 w-4/5" />
          <div className="skeleton mt-3.5 h-15 w-full max-sm:hidden" />
        </div>
        <div className="skeleton h-13 rounded-none max-sm:col-span-2 sm:hidden" />
      </div>
    </CardGridSkeleton>
  );
}
