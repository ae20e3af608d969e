import { Link2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { addresses } from '#addresses';
import { serverOffers } from '#api/session';
import type { ChargeProps } from '#features/billing/charge/charge-dialog';
import { useLinkProblems } from '#features/billing/links/links-calls';
import { LedgerScreen } from '#features/billing/payments/ledger-screen';

const ChargeWithLink = lazy(async () => ({
  default: (await import('#features/billing/collections/links/sales-with-link')).ChargeWithLink,
}));

const SaleDialog = (props: ChargeProps) => (
  <Suspense>
    <ChargeWithLink {...props} />
  </Suspense>
);

/** The way to the links, with how many payments wait for a person. */
function LinksButton() {
  const { data: problems = 0 } = useLinkProblems();
  return (
    <LinkButton to={addresses.payments.links} icon={<Link2 aria-hidden className="size-4" />}>
      Links
      {problems > 0 && (
        <span className="rounded-full bg-yellow-soft px-2 text-xs text-yellow tabular-nums">{problems}</span>
      )}
    </LinkButton>
  );
}

/** The ledger, with the links to pay with. */
export function PaymentsWithLinks() {
  if (!serverOffers('mercadopago')) return <LedgerScreen />;
  return <LedgerScreen links={<LinksButton />} SaleDialog={SaleDialog} />;
}
