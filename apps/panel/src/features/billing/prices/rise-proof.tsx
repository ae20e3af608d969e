import type { PriceRiseDetail } from '@pulso/contract/billing/prices';
import { formatClock, formatDate, today } from '@pulso/contract/kit/dates';
import { shown, shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { riseAmount, riseState, roundingLabel } from '#features/billing/prices/prices.rules';

const channels = new Map([
  ['whatsapp', 'WhatsApp'],
  ['llamada', 'Llamada'],
  ['persona', 'En persona'],
  ['otro', 'Otro'],
]);

export const channelLabel = (channel: string) => channels.get(channel) ?? shown(channel);

const cell = 'border border-line px-2 py-1 text-left align-top';
const amount = `${cell} text-right tabular-nums whitespace-nowrap`;

/** Printed proof for an owner who is asked whether, when and how the clients were told. */
export function RiseProof({ rise }: { rise: PriceRiseDetail }) {
  const { business, valid_from, reason, rounding, rows, kept, notices, told, affected, state, created_by, created_at } =
    rise;
  return (
    <article aria-label="Constancia" className="text-sm">
      {business && <p className="font-semibold">{business}</p>}
      <h1 className="text-xl font-bold">Constancia de aumento de precios</h1>
      <p className="mt-2">
        Rige desde el {formatDate(valid_from)} · {riseAmount(rise)} ·{' '}
        {rounding === 0 ? 'sin redondeo' : `redondeo a ${roundingLabel(rounding)}`} · {riseState[state].label}
      </p>
      {reason && <p>Motivo: {reason}</p>}
      <p>
        Programado por {shownName(created_by?.name ?? '')} el {formatDate(created_at)} a las {formatClock(created_at)}.
        Impreso el {formatDate(today())}.
      </p>
      <table className="mt-4 w-full border-collapse">
        <thead>
          <tr>
            <th className={cell}>Nombre</th>
            <th className={amount}>Antes</th>
            <th className={amount}>Después</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.id}`} className="break-inside-avoid">
              <td className={cell}>{shownName(row.title)}</td>
              <td className={amount}>{formatMoney(row.before)}</td>
              <td className={amount}>{formatMoney(row.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {kept.length > 0 && (
        <>
          <h2 className="mt-4 font-semibold">Mantienen su precio</h2>
          <ul>
            {kept.map(({ id, user, plan, amount: price, until }) => (
              <li key={id}>
                {shownName(user.name)}: {plan.title}, {formatMoney(price)},{' '}
                {until === null ? 'siempre' : `hasta el ${formatDate(until)}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 className="mt-4 font-semibold">
        Avisados {told} de {affected}
      </h2>
      {notices.length > 0 && (
        <table className="mt-1 w-full border-collapse">
          <thead>
            <tr>
              <th className={cell}>Cliente</th>
              <th className={cell}>Día</th>
              <th className={cell}>Hora</th>
              <th className={cell}>Canal</th>
              <th className={cell}>Autor</th>
              <th className={cell}>Texto</th>
            </tr>
          </thead>
          <tbody>
            {notices.map(({ user, at, channel, author, text }) => (
              <tr key={`${user.id} ${at}`} className="break-inside-avoid">
                <td className={cell}>{shownName(user.name)}</td>
                <td className={`${cell} tabular-nums`}>{formatDate(at)}</td>
                <td className={`${cell} tabular-nums`}>{formatClock(at)}</td>
                <td className={cell}>{channelLabel(channel)}</td>
                <td className={cell}>{shown(author?.name ?? '')}</td>
                <td className={`${cell} whitespace-pre-line`}>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}
