import {
  conceptOf,
  isAnnulled,
  isUnverified,
  ledgerKindLabel,
  paymentMethodLabel,
  receiptNumber,
} from '@pulso/contract/billing/payments.labels';
// Fields of a payment that a receipt shows; an administrator's has more.
import type { MyReceipt as Receipt } from '@pulso/contract/coaching/claims';
import { fillTemplate, firstName } from '@pulso/contract/billing/message-text';
import { formatDate } from '@pulso/contract/kit/dates';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney, formatPesos, sumMoney } from '@pulso/contract/kit/money';
import { amountInWords } from '@pulso/contract/kit/money-words';

export const NO_INVOICE_NOTE = 'Documento no válido como factura';

export type Fact = { name: string; value: string };

/** Texts of a receipt, for the screen and for the picture. */
export type ReceiptText = {
  business: string;
  /** Address of the logo; blank without one. */
  logo: string;
  /** Lines below the name of the business. */
  details: string[];
  title: string;
  facts: Fact[];
  amount: string;
  words: string;
  footer: string;
  /** Stamp across the receipt; of a pending one, which may still be read, above its lines. */
  mark: { words: string; isPending: boolean } | undefined;
};

function statusMark({ status, reversed_by }: Receipt): ReceiptText['mark'] {
  if (reversed_by !== null) return { words: 'ANULADO', isPending: false };
  if (status === 'failed') return { words: 'RECHAZADO', isPending: false };
  return status === 'completed' ? undefined : { words: 'PENDIENTE DE VERIFICACIÓN', isPending: true };
}

const isReceived = (receipt: Receipt) =>
  receipt.kind === 'charge' && receipt.status === 'completed' && !isAnnulled(receipt);

/** Amount left to pay of the sale; none is told if no money came. A debt counts money that is still to be verified. */
function balanceOf(receipt: Receipt): number {
  const { owed = 0, amount, debt_id } = receipt;
  if (isReceived(receipt)) return owed;
  if (!isUnverified(receipt)) return 0;
  return debt_id === null ? owed : sumMoney([owed, -amount]);
}

/** Amount given back of a payment that stands. */
const refundedOf = (receipt: Receipt) => (isReceived(receipt) ? receipt.refunded : 0);
const keptOf = (receipt: Receipt) => sumMoney([receipt.amount, -refundedOf(receipt)]);

/** Effect of a reversal on the payment that it names. */
function reversalFacts({ reverses, is_part, reason }: Receipt): Fact[] {
  if (reverses === null) return [];
  return [
    { name: is_part ? 'Devuelve parte del' : 'Anula el', value: `N.º ${receiptNumber(reverses)}: ${reason ?? ''}` },
  ];
}

/** `logo` is the address of its picture. */
export function buildReceiptText(receipt: Receipt, logo: string | null = null): ReceiptText {
  const { id, business, day, user, kind, payment_method, transaction_id } = receipt;
  const { amount, recorded_by, is_part } = receipt;
  const facts = [
    { name: 'Fecha', value: formatDate(day) },
    { name: user ? 'Cliente' : 'Clase', value: user ? displayName(user.name) : ledgerKindLabel(kind, is_part) },
    { name: 'Concepto', value: conceptOf(receipt) },
    { name: 'Método', value: paymentMethodLabel(payment_method) },
    ...(transaction_id ? [{ name: 'Transacción', value: transaction_id }] : []),
    ...reversalFacts(receipt),
    ...(refundedOf(receipt) > 0
      ? [
          { name: 'Devuelto', value: formatMoney(refundedOf(receipt)) },
          { name: 'Queda pagado', value: formatMoney(keptOf(receipt)) },
        ]
      : []),
    ...(balanceOf(receipt) > 0 ? [{ name: 'Saldo', value: formatMoney(balanceOf(receipt)) }] : []),
    { name: 'Registró', value: recorded_by?.name ?? '' },
  ];
  return {
    business: business.name,
    logo: logo ?? '',
    details: [business.cuit && `CUIT ${business.cuit}`, business.address, business.phone].filter(Boolean),
    title: `Comprobante N.º ${receiptNumber(id)}`,
    facts: facts.map(({ name, value }) => ({ name, value: textOrDash(value) })),
    amount: formatMoney(amount),
    words: amountInWords(amount),
    footer: business.receipt_footer,
    mark: statusMark(receipt),
  };
}

const UNVERIFIED_TEMPLATE = 'Hola {nombre}, tu pago de {monto} del {fecha} se está verificando.\n{concepto}\n{negocio}';

/** The text of a message to the client about this payment; none about money that did not come, or went back. */
export function fillReceiptMessage(template: string, receipt: Receipt): string | undefined {
  const { user, amount, day, business } = receipt;
  if (!isReceived(receipt) && !isUnverified(receipt)) return undefined;
  const text = isReceived(receipt) ? template : UNVERIFIED_TEMPLATE;
  const balance = balanceOf(receipt) > 0 ? formatPesos(balanceOf(receipt)) : '';
  const withBalance = text.includes('{deuda}') ? text : `${text}\nSaldo: {deuda}`;
  const filled = fillTemplate(withBalance, {
    nombre: firstName(user?.name ?? ''),
    monto: formatPesos(amount),
    fecha: formatDate(day),
    concepto: conceptOf(receipt),
    deuda: balance,
    negocio: business.name,
  });
  if (refundedOf(receipt) === 0) return filled;
  return `${filled}\nTe devolvimos ${formatPesos(refundedOf(receipt))}: quedan pagados ${formatPesos(keptOf(receipt))}.`;
}

/** The lines of a text that is as wide as `fits` allows; a word that is too long for a line is broken. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  const push = (part: string) => {
    line = '';
    for (const letter of part)
      if (line === '' || fits(line + letter)) line += letter;
      else {
        lines.push(line);
        line = letter;
      }
  };
  for (const paragraph of text.split('\n')) {
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) line = longer;
      else {
        if (line !== '') lines.push(line);
        push(word);
      }
    }
    lines.push(line);
    line = '';
  }
  return lines;
}
