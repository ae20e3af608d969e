import { readStage } from '#features/accounts/auth/stage.queries';
import type { Dependencies } from '#http/routes/dependencies';
import type { MercadoPago } from '#mercadopago/mercadopago';

/** Mercado Pago, where there is one. What is only practice ends with the demonstration, also in a server that goes on running. */
export async function offeredMercadoPago({
  db,
  mercadopago,
}: Pick<Dependencies, 'db' | 'mercadopago'>): Promise<MercadoPago | undefined> {
  if (!mercadopago?.practice) return mercadopago;
  return (await readStage(db)).stage === 'demo' ? mercadopago : undefined;
}
