import { formatMoney } from '@pulso/contract/kit/money';

/** 'Comisión ARS 512,50 · Neto ARS 11.987,50'; '' where Mercado Pago has not told. */
export function feeWords({ fee, net }: { fee: number | null; net: number | null }): string {
  return [fee !== null && `Comisión ${formatMoney(fee)}`, net !== null && `Neto ${formatMoney(net)}`]
    .filter(Boolean)
    .join(' · ');
}
