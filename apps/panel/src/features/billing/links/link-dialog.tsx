import type { Debt } from '@pulso/contract/billing/debts';
import { linkInput, type PaymentLink } from '@pulso/contract/billing/links';
import { LINK_DAYS } from '@pulso/contract/billing/links.labels';
import type { Renewal } from '@pulso/contract/billing/subscriptions';
import { monthsLabel, type Plan } from '@pulso/contract/catalogue/plans';
import { addDays, formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { useRef, useState, type ComponentType } from 'react';
import { debtOrigin, isOpenDebt, useDebts } from '#features/billing/debts/debts-calls';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import type { LinkProposal } from '#features/billing/ledger/link-proposal';
import { readLink } from '#features/billing/links/links-calls';
import { PracticeNote } from '#features/billing/links/practice-note';
import { ShareLinkDialog, type LinkChatProps } from '#features/billing/links/share-link-dialog';
import { clientPriceOf } from '#features/billing/subscriptions/client-price';
import { DerivedValue, PlanField, plansPlaceholder, useChosenPlan } from '#features/billing/subscriptions/plan-field';
import type { Client } from '#features/billing/subscriptions/use-renewal-sale';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { usePlansOnSale } from '#features/catalogue/plans/plans-on-sale';
import { TextField } from '#forms/fields';
import { FormSkeleton } from '#forms/form-dialog';
import { MoneyField, useFieldAmount } from '#forms/money-field';
import { RadioField } from '#forms/radio-field';
import { createSchemaCheck } from '#forms/schema-check';
import { useFieldValue } from '#forms/use-field-value';
import type { Options } from '#forms/use-options';

export const LINK_TITLE = 'Generar link';
const RENEWAL = 'renew';
const purposeOfDebt = ({ id }: Debt) => `debt ${id}`;
const checkLink = createSchemaCheck(linkInput);

/** The debt that the link would settle; undefined of one that renews. */
const findDebt = (debts: Debt[], chosen: unknown, proposal: LinkProposal) =>
  chosen === RENEWAL
    ? undefined
    : debts.find((debt) => (chosen === undefined ? debt.id === proposal.debtId : purposeOfDebt(debt) === chosen));

type Props = {
  user: Client;
  proposal?: LinkProposal;
  /** Writes to the client with the link in the message. */
  Chat?: ComponentType<LinkChatProps>;
  onClose: () => void;
  /** Focus target after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null;
};

/** Makes a link by which a client pays from his phone, and shows it. */
export function LinkDialog({ user, proposal = {}, Chat, onClose, returnTo }: Props) {
  const [link, setLink] = useState<PaymentLink>();
  const isMade = useRef(false);
  const renewal = useRenewal(user.id, { fresh: true });
  const { list } = usePlansOnSale();
  const { data: knownDebts = [], isLoading } = useDebts(user.id);
  const debts = knownDebts.filter(isOpenDebt);
  if (link) return <ShareLinkDialog link={link} Chat={Chat} onClose={onClose} returnTo={returnTo} />;
  const check = (fields: Record<string, unknown>) => {
    const debt = findDebt(debts, fields.purpose, proposal);
    const list_price = list.rows.find(({ id }) => id === Number(fields.plan_id))?.price ?? null;
    const { plan_id = '', price = null, days } = fields;
    return toSale(
      `user/${user.id}/payment-link`,
      checkLink(debt ? { debt_id: debt.id, days } : { plan_id, price, list_price, debt_id: null, days }),
    );
  };
  return (
    <PaymentDialog
      title={LINK_TITLE}
      subject={displayName(user.name)}
      submit={LINK_TITLE}
      busyLabel="Generando..."
      failed="Error al generar el link. Por favor intenta de nuevo."
      values={{ id: user.id }}
      check={check}
      done={(data) => {
        setLink(readLink(data));
        isMade.current = true;
        return { title: 'Link generado', description: displayName(user.name) };
      }}
      effect={<LinkEffect debts={debts} renewal={renewal.data} list={list} proposal={proposal} />}
      data={{ debts, renewal: renewal.data, list }}
      instead={
        plansPlaceholder(renewal, list, { failure: 'Error al cargar la suscripción', rows: 4 }) ??
        (isLoading ? <FormSkeleton rows={4} /> : undefined)
      }
      // A link that was made is shown next, in the place of the form.
      onClose={() => (isMade.current ? undefined : onClose())}
      returnTo={returnTo}
    >
      {(data) => data.renewal && <LinkFields {...data} renewal={data.renewal} proposal={proposal} />}
    </PaymentDialog>
  );
}

type Due = { debts: Debt[]; renewal: Renewal; list: Options<Plan>; proposal: LinkProposal };

function LinkFields({ debts, renewal, list, proposal }: Due) {
  const debt = findDebt(debts, useFieldValue('purpose'), proposal);
  const plan = useChosenPlan(renewal, list);
  const [price, proposedPrice] = [
    plan && clientPriceOf(renewal, plan.id, plan.price),
    plan?.id === proposal.planId ? proposal.price : undefined,
  ];
  return (
    <>
      <PracticeNote />
      {debts.length > 0 && (
        <RadioField
          name="purpose"
          legend="Qué paga"
          options={[
            ...debts.map((one) => ({
              value: purposeOfDebt(one),
              label: `Deuda: ${debtOrigin(one)}, ${formatMoney(one.owed)}`,
            })),
            { value: RENEWAL, label: renewal.plan?.status ? `Renovar ${displayName(renewal.plan.title)}` : 'Un plan' },
          ]}
          byDefault={debt ? purposeOfDebt(debt) : RENEWAL}
        />
      )}
      {debt ? (
        <DerivedValue label="Monto" text={formatMoney(debt.owed)} isAlone />
      ) : (
        <>
          <PlanField renewal={renewal} list={list} note={({ duration }) => monthsLabel(duration)} />
          <MoneyField
            name="price"
            label="Precio"
            required
            prefill={proposedPrice ?? price}
            of={plan?.id}
            hint={plan && price !== plan.price ? `De lista: ${formatMoney(plan.price)}` : undefined}
          />
        </>
      )}
      <TextField
        name="days"
        label="Vale por (días)"
        type="number"
        inputMode="numeric"
        min={LINK_DAYS.min}
        max={LINK_DAYS.max}
        defaultValue={LINK_DAYS.default}
        required
        hint="El precio queda fijo hasta ese día, aunque haya un aumento."
      />
    </>
  );
}

/** Line that says, before the link is made, what its payment will do. */
function LinkEffect({ debts, renewal, list, proposal }: Omit<Due, 'renewal'> & { renewal: Renewal | undefined }) {
  if (!renewal) return '';
  return <LoadedEffect debts={debts} renewal={renewal} list={list} proposal={proposal} />;
}

function LoadedEffect({ debts, renewal, list, proposal }: Due) {
  const debt = findDebt(debts, useFieldValue('purpose'), proposal);
  const plan = useChosenPlan(renewal, list);
  const days = Number(useFieldValue('days', LINK_DAYS.default));
  const price = useFieldAmount('price');
  const amount = debt?.owed ?? price;
  if (amount === undefined || (!debt && !plan) || !(days >= LINK_DAYS.min && days <= LINK_DAYS.max)) return '';
  const effect = debt ? 'la deuda queda saldada' : 'se renueva';
  return `Hasta el ${formatDate(addDays(renewal.today, days))} puede pagar ${formatMoney(amount)}. Cuando pague, ${effect} sin que hagas nada.`;
}
