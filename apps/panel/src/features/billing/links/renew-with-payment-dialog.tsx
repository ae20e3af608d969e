import { linkRenewInput, type LinkedProblem, type PaymentLink } from '@pulso/contract/billing/links';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { LINKS_PATH } from '#features/billing/links/links-calls';
import { amountWords } from '#features/billing/links/links.rules';
import { plansPlaceholder } from '#features/billing/subscriptions/plan-field';
import { RenewalTerms } from '#features/billing/subscriptions/renewal-terms';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { usePlansOnSale } from '#features/catalogue/plans/plans-on-sale';
import { createSchemaCheck } from '#forms/schema-check';

const checkTerms = createSchemaCheck(linkRenewInput);

type Props = { link: PaymentLink; problem: LinkedProblem; onClose: () => void };

/** Sells a period with money that came by a link and renewed nothing. */
export function RenewWithPaymentDialog({ link, problem, onClose }: Props) {
  const { user } = link;
  const renewal = useRenewal(user.id, { fresh: true });
  const { list } = usePlansOnSale();
  const check = (fields: Record<string, unknown>) => {
    const list_price = list.rows.find(({ id }) => id === Number(fields.plan_id))?.price ?? 0;
    return toSale(`${LINKS_PATH}/${link.id}/renew`, checkTerms({ ...fields, list_price, problem_id: problem.id }));
  };
  return (
    <PaymentDialog
      title="Renovar con este pago"
      subject={displayName(user.name)}
      submit="Renovar"
      busyLabel="Renovando..."
      failed="Error al renovar la suscripción. Por favor intenta de nuevo."
      values={{ id: problem.id }}
      check={check}
      done={() => ({ title: 'Suscripción renovada', description: displayName(user.name) })}
      data={{ renewal: renewal.data, list }}
      instead={plansPlaceholder(renewal, list, { failure: 'Error al cargar la suscripción', rows: 5 })}
      onClose={onClose}
    >
      {(data) =>
        data.renewal && (
          <>
            <p className="text-sm">
              Pagó <span className="font-semibold whitespace-nowrap">{amountWords(problem)}</span> por Mercado Pago el{' '}
              {formatDate(problem.at)}.
            </p>
            <RenewalTerms renewal={data.renewal} list={data.list} paid={problem.amount} />
          </>
        )
      }
    </PaymentDialog>
  );
}
