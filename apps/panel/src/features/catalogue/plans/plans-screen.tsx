import { PLAN_MONTHS, plans, monthsLabel, type Plan } from '@pulso/contract/catalogue/plans';
import { formatDate } from '@pulso/contract/kit/dates';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { FORMS_PROPOSE_NOTHING, PLANS_ARE_CALLED_SUBSCRIPTIONS } from '#api/strict-spec';
import { AnnouncedPrice, usePriceList } from '#features/catalogue/plans/announced-prices';
import { PlanCard, PlanSkeleton } from '#features/catalogue/plans/plan-card';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { MoneyField } from '#forms/money-field';
import { ProposedText } from '#forms/proposed-text';
import { createSchemaCheck } from '#forms/schema-check';
import { CardGrid } from '#screens/catalogue-card';
import { CatalogueScreen, type CatalogueWords } from '#screens/catalogue-screen';
import { useCatalogue } from '#screens/use-catalogue';
import { toPercentage } from '#ui/text/numbers';

const specifiedWords: CatalogueWords = {
  title: 'Suscripciones',
  search: 'Buscar suscripciones...',
  create: 'Nueva Suscripción',
  edit: 'Editar Suscripción',
  count: ['suscripción', 'suscripciones'],
  empty: {
    title: 'No hay suscripciones',
    text: 'No se encontraron suscripciones. ¡Crea la primera!',
    create: 'Crear suscripción',
  },
  load: 'Error al cargar las suscripciones',
  save: 'Error al guardar la suscripción',
  remove: 'Error al eliminar la suscripción',
};

/** A subscription is what a client has; what is for sale is a plan. */
const plainWords: CatalogueWords = {
  title: 'Planes',
  search: 'Buscar planes...',
  create: 'Nuevo Plan',
  edit: 'Editar Plan',
  count: ['plan', 'planes'],
  empty: { title: 'No hay planes', text: 'No se encontraron planes. ¡Crea el primero!', create: 'Crear plan' },
  load: 'Error al cargar los planes',
  save: 'Error al guardar el plan',
  remove: 'Error al eliminar el plan',
};

const words = PLANS_ARE_CALLED_SUBSCRIPTIONS ? specifiedWords : plainWords;

/** 'Plan Trimestral de 3 meses.' */
const describeNewPlan = ({ title, duration }: Record<string, unknown>) =>
  typeof title === 'string' && title.trim() !== '' ? `Plan ${title.trim()} de ${monthsLabel(Number(duration))}.` : '';

const check = createSchemaCheck(plans.create);

/** Money that a plan brings in a month, if all who have it go on. */
const monthlySum = ({ amount, duration }: Plan, clients: number) => (clients * amount) / Math.max(1, duration);

export function PlansScreen() {
  const prices = usePriceList().data;
  const clientsOf = ({ id }: Plan) => prices?.find((item) => item.kind === 'plan' && item.id === id)?.clients ?? 0;
  const catalogue = useCatalogue(plans, words, ({ title, description }) => [title, description]);
  const all = catalogue.list.data ?? [];
  const total = all.reduce((sum, plan) => sum + monthlySum(plan, clientsOf(plan)), 0);
  return (
    <CatalogueScreen
      catalogue={catalogue}
      words={words}
      check={check}
      payloadOf={(values) => ({ json: { ...values, status: values.status ? 1 : 0 } })}
      skeleton={<PlanSkeleton />}
      items={(rows) => (
        <CardGrid>
          {rows.map((plan) => (
            <PlanCard
              key={plan.id}
              ref={catalogue.light(plan)}
              title={displayName(plan.title)}
              text={plan.description}
              active={plan.status}
              price={textOrDash(formatMoney(plan.amount))}
              duration={monthsLabel(plan.duration)}
              perMonth={plan.duration > 1 ? `${formatMoney(plan.amount / plan.duration)} por mes` : ''}
              clients={
                prices && {
                  count: clientsOf(plan),
                  share: toPercentage(monthlySum(plan, clientsOf(plan)), total),
                }
              }
              created={textOrDash(formatDate(plan.created_at))}
              removing={catalogue.isRemoving(plan)}
              onEdit={() => catalogue.open(plan)}
              onDelete={() => catalogue.remove(plan)}
            />
          ))}
        </CardGrid>
      )}
      fields={(plan) => (
        <>
          <TextField name="title" label="Título" required />
          <TextAreaField name="description" label="Descripción" required />
          {!plan && !FORMS_PROPOSE_NOTHING && <ProposedText name="description" from={describeNewPlan} />}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              name="duration"
              label="Duración (meses)"
              type="number"
              inputMode="numeric"
              min={PLAN_MONTHS.min}
              max={PLAN_MONTHS.max}
              defaultValue={PLAN_MONTHS.default}
              required
            />
            <MoneyField name="amount" label="Precio (ARS)" required />
          </div>
          {plan && <AnnouncedPrice planId={plan.id} />}
          <CheckField
            name="status"
            label={PLANS_ARE_CALLED_SUBSCRIPTIONS ? 'Suscripción activa' : 'Plan activo'}
            byDefault
          />
        </>
      )}
    />
  );
}
