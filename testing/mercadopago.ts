import type { FakeMercadoPago } from '../apps/api/src/mercadopago/fake/fake-mercadopago';
import { startFakeMercadoPago } from '../apps/api/src/mercadopago/fake/start-fake';
import { startBrowserProduct } from './browser-product';

export type { FakeMercadoPago };

/** The built product with a Mercado Pago of its own, which tells it of payments as the real one would. */
export async function startPaidProduct(env: Record<string, string> = {}) {
  const fake = await startFakeMercadoPago();
  try {
    const product = await startBrowserProduct({
      MERCADOPAGO_ADDRESS: fake.address,
      MERCADOPAGO_ACCESS_TOKEN: fake.token,
      MERCADOPAGO_WEBHOOK_SECRET: fake.secret,
      ...env,
    });
    fake.setWebhook(`${product.url}/api/mercadopago/webhook`);
    const stop = async () => {
      await product.stop();
      await fake.close();
    };
    return { ...product, fake, stop };
  } catch (error) {
    await fake.close();
    throw error;
  }
}

/** Mercado Pago's id of the link that is paid at an address. */
export const preferenceAt = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';
