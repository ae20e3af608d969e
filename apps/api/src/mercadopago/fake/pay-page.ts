import { createHash } from 'node:crypto';
import { formatPesos } from '@pulso/contract/kit/money';
import type { FakeCard, FakeTurn } from '#mercadopago/fake/fake-mercadopago';
import type { StoredPayment } from '#mercadopago/fake/payments.rules';
import { isOver, totalOf, type Preference } from '#mercadopago/fake/preferences.rules';

const STYLE = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:start center;padding:24px 16px;background:#f2f4f7;color:#1c2430;font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:420px;background:#fff;border:1px solid #d9dee6;border-radius:12px;overflow:hidden}
.mark{margin:0;padding:10px 20px;background:#fff4cc;color:#5c4400;font-size:14px}
section{padding:20px;border-top:1px solid #d9dee6}
section>p{margin:0}
h1{margin:0;font-size:16px;font-weight:500;overflow-wrap:anywhere}
section>.amount{margin:4px 0 0;font-size:32px;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums}
h2{margin:0 0 12px;font-size:16px}
form{display:grid;gap:10px}
button{min-height:46px;padding:10px 16px;border:1px solid #8a96a8;border-radius:8px;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button.first{border-color:#0b5fd0;background:#0b5fd0;color:#fff}
button:hover{filter:brightness(.93)}
button:focus-visible,a:focus-visible{outline:3px solid #6aa7ff;outline-offset:2px}
ul{margin:0;padding:0;list-style:none;display:grid;gap:16px}
li p{margin:0 0 8px}
.row{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:10px}
small{display:block;color:#5a6677;font-size:14px}
a{color:#0b5fd0}
.back{display:block;padding:16px 20px;border-top:1px solid #d9dee6}
@media (prefers-color-scheme:dark){
body{background:#12161c;color:#e8ecf2}
main{background:#1b2129;border-color:#343d49}
.mark{background:#463a10;color:#ffe9a8}
section,.back{border-color:#343d49}
button{border-color:#6b788a}
small{color:#a3afbf}
a{color:#8fbcff}
}`;

/** It runs nothing, loads nothing and posts to where it came from. */
export const PAY_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const STATES: Partial<Record<StoredPayment['status'], string>> = {
  approved: 'Aprobado',
  authorized: 'Autorizado',
  pending: 'Pendiente',
  in_process: 'En revisión',
  in_mediation: 'En mediación',
  rejected: 'Rechazado',
  cancelled: 'Cancelado',
  refunded: 'Devuelto',
  charged_back: 'Devuelto por el banco',
};
const isWaiting = ({ status }: StoredPayment) => ['pending', 'in_process', 'authorized'].includes(status);

const CARDS: Record<string, FakeCard> = { approve: 'APRO', wait: 'CONT', reject: 'FUND' };
const TURNS: Record<string, { turn: FakeTurn; mayTurn: (payment: StoredPayment) => boolean }> = {
  approve: { turn: { to: 'approved' }, mayTurn: isWaiting },
  reject: { turn: { to: 'rejected' }, mayTurn: isWaiting },
  refund: { turn: { to: 'refunded' }, mayTurn: ({ status }) => status === 'approved' },
};

/** The choice that somebody made, where it is still to be had. */
export function choiceOf(sent: URLSearchParams, preference: Preference, payments: StoredPayment[], now: Date) {
  const card = CARDS[sent.get('pay') ?? ''];
  if (card) return isOver(preference, now) ? undefined : { card };
  const found = TURNS[sent.get('turn') ?? ''];
  const payment = payments.find(({ id }) => String(id) === sent.get('id'));
  return found && payment && found.mayTurn(payment) ? { id: String(payment.id), turn: found.turn } : undefined;
}

const button = (name: 'pay' | 'turn', value: string, words: string, first = false) =>
  `<button name="${name}" value="${value}"${first ? ' class="first"' : ''}>${words}</button>`;
const documentOf = (content: string) =>
  `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>Pago de prueba</title>` +
  `<style>${STYLE}</style></head><body><main>` +
  `<p class="mark"><strong>De prueba.</strong> Esta página imita la de Mercado Pago: no se mueve plata y no hace falta una cuenta.</p>` +
  `${content}</main></body></html>`;

function paymentItem(payment: StoredPayment): string {
  const turns = isWaiting(payment)
    ? button('turn', 'approve', 'Aprobarlo') + button('turn', 'reject', 'Rechazarlo')
    : payment.status === 'approved'
      ? button('turn', 'refund', 'Devolver la plata')
      : '';
  const form =
    turns && `<form method="post" class="row"><input type="hidden" name="id" value="${payment.id}">${turns}</form>`;
  return (
    `<li><p><strong>${STATES[payment.status] ?? payment.status}</strong> · ${formatPesos(payment.transaction_amount)}` +
    `<small>Operación ${payment.id}</small></p>${form}</li>`
  );
}

/** The page on which one chooses what becomes of a payment. */
export function payPage(preference: Preference | undefined, payments: StoredPayment[], now: Date, backTo = ''): string {
  if (!preference)
    return documentOf(
      '<section><h1>Este link de prueba no existe, o es de antes de que se borraran los datos de ejemplo.</h1></section>',
    );
  const back = preference.back_urls.success || backTo;
  const isPaid = payments.some(({ status }) => status === 'approved');
  const choices = isOver(preference, now)
    ? '<p>Este link venció o fue cerrado: ya no se puede pagar.</p>'
    : `<h2>${isPaid ? 'Pagar otra vez' : '¿Qué pasa con el pago?'}</h2><form method="post">` +
      button('pay', 'approve', 'Aprobar el pago', !isPaid) +
      button('pay', 'wait', 'Dejarlo pendiente') +
      button('pay', 'reject', 'Rechazar el pago') +
      `</form>`;
  const list =
    payments.length > 0 &&
    `<section><h2>Pagos de este link</h2><ul>${payments.toReversed().map(paymentItem).join('')}</ul></section>`;
  return documentOf(
    `<section><h1>${escape(preference.items[0]?.title ?? '')}</h1>` +
      `<p class="amount">${formatPesos(totalOf(preference))}</p></section>` +
      (list || '') +
      `<section>${choices}</section>` +
      (back && `<a class="back" href="${escape(back)}">Volver al negocio</a>`),
  );
}
