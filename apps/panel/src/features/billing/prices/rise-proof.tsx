import type { PriceRiseDetail } from '@pulso/contract/billing/prices';
import { formatClock, formatDate, today } from '@pulso/contract/kit/dates';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { formatRiseAmount, riseBadges, roundingLabel } from '#features/billing/prices/prices.rules';

const channelLabels = new Map([
  ['whatsapp', 'WhatsApp'],
  ['llamada', 'Llamada'],
  ['persona', 'En persona'],
  ['otro', 'Otro'],
]);

export const channelLabel = (channel: string) => channelLabels.get(channel) ?? textOrDash(channel);

const cellClass = 'border border-line px-2 py-1 text-left align-top';
const amountClass = `${cellClass} text-right tabular-nums whitespace-nowrap`;

/** Printed proof for an owner who is asked whether, when and how the clients were told. */
export function RiseProof({ rise }: { rise: PriceRiseDetail }) {
  const { valid_from, reason, rounding, rows, kept, notices, told, affected, state, created_by, created_at } = rise;
  return (
    <article aria-label="Constancia" className="text-sm">
      <h1 className="text-xl font-bold">Constancia de aumento de precios</h1>
      <p className="mt-2">
        Rige desde el {formatDate(valid_from)} · {formatRiseAmount(rise)} ·{' '}
        {rounding === 0 ? 'sin redondeo' : `redondeo a ${roundingLabel(rounding)}`} · {riseBadges[state].label}
      </p>
      {reason && <p>Motivo: {reason}</p>}
      <p>
        Programado por {displayName(created_by?.name ?? '')} el {formatDate(created_at)} a las {formatClock(created_at)}
        . Impreso el {formatDate(today())}.
      </p>
      <table className="mt-4 w-full border-collapse">
        <thead>
          <tr>
            <th className={cellClass}>Nombre</th>
            <th className={amountClass}>Antes</th>
            <th className={amountClass}>Después</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.id}`} className="break-inside-avoid">
              <td className={cellClass}>{displayName(row.title)}</td>
              <td className={amountClass}>{formatMoney(row.before)}</td>
              <td className={amountClass}>{formatMoney(row.after)}</td>
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
                {displayName(user.name)}: {plan.title}, {formatMoney(price)},{' '}
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
              <th className={cellClass}>Cliente</th>
              <th className={cellClass}>Día</th>
              <th className={cellClass}>Hora</th>
              <th className={cellClass}>Canal</th>
              <th className={cellClass}>Autor</th>
              <th className={cellClass}>Texto</th>
            </tr>
          </thead>
          <tbody>
            {notices.map(({ user, at, channel, author, text }) => (
              <tr key={`${user.id} ${at}`} className="break-inside-avoid">
                <td className={cellClass}>{displayName(user.name)}</td>
                <td className={`${cellClass} tabular-nums`}>{formatDate(at)}</td>
                <td className={`${cellClass} tabular-nums`}>{formatClock(at)}</td>
                <td className={cellClass}>{channelLabel(channel)}</td>
                <td className={cellClass}>{textOrDash(author?.name ?? '')}</td>
                <td className={`${cellClass} whitespace-pre-line`}>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}
