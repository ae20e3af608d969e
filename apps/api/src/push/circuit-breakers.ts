import type { Db } from '#db/schema/database';
import { openCircuitBreaker } from '#push/circuit-breaker.rules';
import { blockService, clearTrouble } from '#push/deliveries.queries';
import type { Delivery, Outcome, RetryPolicy, Trouble } from '#push/deliveries.rules';

/** In first retry delays: shorter than `MAX_REFUSALS` retries, or deliveries would fail before the circuit opens. */
const TRUST_RETRIES = 5;

const TROUBLE_MESSAGES: Record<Trouble, string> = {
  credentials: 'rechaza nuestras credenciales',
  unreachable: 'no responde',
};

type Options = { db: Db; warn: (message: string) => void; policy: RetryPolicy };
type Attempt = { delivery: Delivery; user: number; outcome: Outcome; claimedAt: number; startedAt: number };
type Circuit = {
  record: ReturnType<typeof openCircuitBreaker>;
  /** The service's trouble as stored in the database. */
  trouble: Trouble | null;
  logged: Trouble | null;
  /** Deliveries claimed before this moment carry an outdated `trouble`. */
  savedAt: number;
};

/** `trouble`: the service's present one. `isBlocked`: this attempt opened the circuit. */
type Verdict = { trouble: Trouble | null; isBlocked: boolean; saved?: Promise<void> };

/** One circuit breaker for each service, shared with all nodes through the database. */
export function openCircuitBreakers({ db, warn, policy }: Options) {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (service: string): Circuit => {
    const record = openCircuitBreaker(policy.retrySeconds * TRUST_RETRIES * 1_000);
    const circuit = circuits.get(service) ?? { record, trouble: null, logged: null, savedAt: -Infinity };
    circuits.set(service, circuit);
    return circuit;
  };

  // One write after the other, so that the last decision is also the one that is stored.
  let saving = Promise.resolve();
  const save = (circuit: Circuit, write: () => Promise<void>) => {
    circuit.savedAt = Infinity;
    const saved = saving.then(write).finally(() => {
      circuit.savedAt = performance.now();
    });
    saving = saved.catch(() => undefined);
    return saved;
  };

  return ({ delivery, user, outcome: { kind }, claimedAt, startedAt }: Attempt): Verdict => {
    const circuit = circuitOf(delivery.service);
    const isOutdated = claimedAt < circuit.savedAt;
    if (!isOutdated) circuit.trouble = delivery.trouble;
    if (circuit.trouble === null) circuit.logged = null;
    const isOver = kind === 'delivered' || (circuit.trouble === 'unreachable' && kind !== 'unreachable');
    // An attempt that was under way when the circuit opened is news only if it shows that the trouble is over.
    if (isOutdated && !isOver) return { trouble: circuit.trouble, isBlocked: false };

    const isFirstRefusal = delivery.refusals === 0;
    const newTrouble = circuit.record({ kind, user, isFirstRefusal, startedAt, endedAt: performance.now() });
    if (newTrouble) {
      if (circuit.logged !== newTrouble) warn(`push: ${delivery.service}: ${TROUBLE_MESSAGES[newTrouble]}`);
      circuit.trouble = circuit.logged = newTrouble;
      const saved = save(circuit, () => blockService(db, delivery, newTrouble, policy.blockSeconds[newTrouble]));
      return { trouble: newTrouble, isBlocked: true, saved };
    }
    if (!isOver || circuit.trouble === null) return { trouble: circuit.trouble, isBlocked: false };
    circuit.trouble = null;
    return { trouble: null, isBlocked: false, saved: save(circuit, () => clearTrouble(db, delivery)) };
  };
}
