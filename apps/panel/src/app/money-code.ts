/**
 * Code of the billing screens and dialogs. A separate file, because a first visit would load the names of all their
 * files.
 */
export const moneyCode = {
  unverifiedCount: () => import('#features/billing/payments/unverified-count').then((code) => code.UnverifiedCount),
  ledger: () => import('#features/billing/payments/ledger-screen').then((code) => code.LedgerScreen),
  unverified: () => import('#features/billing/payments/unverified-screen').then((code) => code.UnverifiedScreen),
  receipt: () => import('#features/billing/payments/receipt-screen').then((code) => code.ReceiptScreen),
  till: () => import('#features/billing/till/till-screen').then((code) => code.TillScreen),
  tillCloses: () => import('#features/billing/till/till-closes-screen').then((code) => code.TillClosesScreen),
  tillClose: () => import('#features/billing/till/till-close-screen').then((code) => code.TillCloseScreen),
  prices: () => import('#features/billing/prices/prices-screen').then((code) => code.PricesScreen),
  riseForm: () => import('#features/billing/prices/rise-form-screen').then((code) => code.RiseFormScreen),
  rise: () => import('#features/billing/prices/rise-screen').then((code) => code.RiseScreen),
  dueCount: () => import('#features/billing/collections/due-count').then((code) => code.DueCount),
  collections: () => import('#features/billing/collections/collections-screen').then((code) => code.CollectionsScreen),
  business: () => import('#features/billing/business/business-screen').then((code) => code.BusinessScreen),
  templates: () => import('#features/billing/collections/templates-screen').then((code) => code.TemplatesScreen),
};

export const renewDialog = () =>
  import('#features/billing/subscriptions/renew-dialog').then((code) => code.RenewDialog);
