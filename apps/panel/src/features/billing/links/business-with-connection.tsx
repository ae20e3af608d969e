import { serverOffers } from '#api/session';
import { BusinessScreen } from '#features/billing/business/business-screen';
import { ConnectionSection } from '#features/billing/links/connection-section';

/** The data of the business, and its account at Mercado Pago. */
export function BusinessWithConnection() {
  return <BusinessScreen connection={serverOffers('mercadopago') && <ConnectionSection />} />;
}
