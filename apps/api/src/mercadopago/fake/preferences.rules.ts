import { isJson, type Json } from '#mercadopago/json.rules';
import { isLoopback } from '#mercadopago/fake/loopback.rules';

export type Preference = Json & {
  id: string;
  items: { title: string; quantity: number; unit_price: number; currency_id: string }[];
  external_reference: string;
  notification_url: string;
  back_urls: { success: string; pending: string; failure: string };
  expires: boolean;
  expiration_date_from: string | null;
  expiration_date_to: string | null;
};

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;
const isDate = (value: unknown) =>
  typeof value === 'string' && ISO.test(value) && !Number.isNaN(new Date(value).getTime());
const isAbsent = (value: unknown) => value === undefined || value === null || value === '';
const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '');
/** An address that anybody's browser can be sent to. */
const isPublic = (value: unknown) =>
  isWebAddress(value) && value.startsWith('https:') && !isLoopback(new URL(value).hostname);

function isPayableItem(item: unknown): boolean {
  if (!isJson(item)) return false;
  const { title, quantity, unit_price: price, currency_id: currency } = item;
  const isPrice = typeof price === 'number' && price > 0 && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6;
  const isQuantity = Number.isInteger(quantity) && (quantity as number) >= 1;
  return typeof title === 'string' && title !== '' && isQuantity && isPrice && currency === 'ARS';
}

/** The word with which Mercado Pago refuses a preference, in the order in which it looks. */
export function refusalOfPreference(sent: Json): string | undefined {
  const { items, back_urls: back, auto_return: auto, payment_methods: methods } = sent;
  if (!Array.isArray(items) || items.length === 0 || !items.every(isPayableItem)) return 'invalid_items';
  if (!isAbsent(back) && !(isJson(back) && Object.values(back).every((url) => isAbsent(url) || isWebAddress(url))))
    return 'invalid_back_urls';
  if (!isAbsent(auto)) {
    // Without https it says that there is no address, which is misleading.
    if ((auto !== 'approved' && auto !== 'all') || !isJson(back) || !isPublic(back.success))
      return 'invalid_auto_return';
  }
  if (!isAbsent(methods) && !arePaymentMethods(methods)) return 'invalid_payment_methods';
  if (!isAbsent(sent.expiration_date_from) && !isDate(sent.expiration_date_from)) return 'invalid_expiration_date_from';
  if (!isAbsent(sent.expiration_date_to) && !isDate(sent.expiration_date_to)) return 'invalid_expiration_date_to';
  if (!isAbsent(sent.date_of_expiration) && !isDate(sent.date_of_expiration)) return 'invalid_date';
  const { expiration_date_from: from, expiration_date_to: to } = sent;
  if (isDate(from) && isDate(to) && new Date(String(from)) >= new Date(String(to))) return 'invalid_expiration_date_to';
  if (!isAbsent(sent.notification_url) && !isWebAddress(sent.notification_url)) return 'invalid_notification_url';
  return undefined;
}

function arePaymentMethods(methods: unknown): boolean {
  if (!isJson(methods)) return false;
  const excluded = [methods.excluded_payment_types ?? [], methods.excluded_payment_methods ?? []].flat();
  return excluded.every((method) => isJson(method) && typeof method.id === 'string' && method.id !== 'account_money');
}

/** Whole, with blanks for what was not sent. */
export function preferenceOf(
  sent: Json,
  own: { id: string; collector: number; url: string; created: string },
): Preference {
  const blank = {
    additional_info: '',
    auto_return: '',
    back_urls: { failure: '', pending: '', success: '' },
    binary_mode: false,
    client_id: String(own.collector),
    collector_id: own.collector,
    coupon_code: null,
    coupon_labels: null,
    date_created: own.created,
    date_of_expiration: null,
    expiration_date_from: null,
    expiration_date_to: null,
    expires: false,
    external_reference: '',
    marketplace: 'NONE',
    marketplace_fee: 0,
    metadata: {},
    notification_url: '',
    operation_type: 'regular_payment',
    payer: { name: '', surname: '', email: '', phone: { area_code: '', number: '' }, date_created: null },
    payment_methods: {
      excluded_payment_methods: [{ id: '' }],
      excluded_payment_types: [{ id: '' }],
      installments: null,
    },
    processing_modes: null,
    redirect_urls: { failure: '', pending: '', success: '' },
    site_id: 'MLA',
    statement_descriptor: '',
    total_amount: null,
    last_updated: null,
  };
  const { id, url } = own;
  return { ...blank, ...sent, id, init_point: url, sandbox_init_point: url } as unknown as Preference;
}

export const totalOf = ({ items }: Preference) =>
  items.reduce((sum, { quantity, unit_price: price }) => sum + quantity * price, 0);
export const isOver = ({ expires, expiration_date_to: to }: Preference, now: Date) =>
  expires && to !== null && now >= new Date(to);
