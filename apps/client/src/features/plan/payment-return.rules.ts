import type { LinkState } from '@pulso/contract/billing/links.labels';
import type { MyPlan } from '@pulso/contract/coaching/claims';
import { formatDate } from '@pulso/contract/kit/dates';

/** The payment that was about to be made, as this phone remembers it. */
export type Paying = { debt_id: number | null; at: number };

/** How long a return without the address that says so counts as one. */
const PAYING_MS = 30 * 60_000;

/** True of a client who comes back from paying: his address says so, or he left for it a short time ago. */
export const isReturn = (search: string, paying: Paying | undefined, now: number) =>
  new URLSearchParams(search).get('pago') === 'volver' || (paying !== undefined && now - paying.at < PAYING_MS);

/** Seconds after coming back at which Mercado Pago is asked, and from then on once in so many. */
const ASKED_AT_S = [0, 2, 5, 10, 20, 40];
const LATER_S = 60;
/** No longer than this, however long the app stays open. */
const LAST_ASKED = 20;

/** Pause before the next question, after so many; undefined once there is none. */
export function nextPause(asked: number): number | undefined {
  if (asked >= LAST_ASKED) return undefined;
  const [before, next] = [ASKED_AT_S[asked - 1] ?? 0, ASKED_AT_S[asked]];
  return (next === undefined ? LATER_S : next - before) * 1_000;
}

/** True while the answer is likely to come at once. */
const isFirstMinute = (asked: number) => asked < ASKED_AT_S.length;

export type ReturnWords = { tone: 'wait' | 'good' | 'bad'; text: string };

/** The fate of the payment that the client comes back from; undefined without one. */
export function returnWords(
  state: LinkState | null | undefined,
  asked: number,
  { paying, plan }: { paying: Paying | undefined; plan: Pick<MyPlan, 'end'> },
): ReturnWords | undefined {
  if (state === 'paid')
    return {
      tone: 'good',
      text:
        paying?.debt_id === null && plan.end !== null
          ? `Listo. Tu plan vence el ${formatDate(plan.end)}`
          : 'Listo. Recibimos tu pago.',
    };
  if (state === 'failed')
    return { tone: 'bad', text: 'Ese pago ya no se puede hacer. Toca «Pagar» para empezar otro.' };
  if (state === null) return undefined;
  if (state === 'processing') return { tone: 'wait', text: 'Mercado Pago está procesando tu pago. Se actualiza solo.' };
  return {
    tone: 'wait',
    text: isFirstMinute(asked)
      ? 'Estamos confirmando tu pago…'
      : 'Todavía no nos llegó. Si ya pagaste, se actualiza solo.',
  };
}
