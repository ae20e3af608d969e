import type { Config } from '#config';
import type { MercadoPago } from '#mercadopago/mercadopago';
import { openMercadoPago } from '#mercadopago/open-mercadopago';

/** Mercado Pago by the owner's token, else the practice server, else none. */
export function openConfigured(config: Config): MercadoPago | undefined {
  const { EXTRAS, MERCADOPAGO_ACCESS_TOKEN: token, MERCADOPAGO_ADDRESS: address, practice } = config;
  if (!EXTRAS) return undefined;
  if (token !== undefined)
    return openMercadoPago({
      address,
      token,
      secrets: config.MERCADOPAGO_WEBHOOK_SECRET,
      publicUrl: config.PUBLIC_URL,
    });
  return practice && openMercadoPago({ ...practice, secrets: [practice.secret], practice: true });
}
