import { afterAll } from 'vitest';
import type { FakeOptions } from '#mercadopago/fake/fake-mercadopago';
import { startFakeMercadoPago } from '#mercadopago/fake/start-fake';
import { openMercadoPago, type Settings } from '#mercadopago/open-mercadopago';

/** A Mercado Pago of a file's own, and what asks it. */
export async function fakedMercadoPago(options: FakeOptions = {}, settings: Partial<Settings> = {}) {
  const fake = await startFakeMercadoPago(options);
  afterAll(fake.close);
  const { address, token, secret } = fake;
  const { now } = options;
  return { fake, mercadopago: openMercadoPago({ address, token, secrets: [secret], now, ...settings }) };
}
