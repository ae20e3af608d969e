import type { Db } from '#db/database';
import { openCircuit } from '#push/circuit-breaker.rules';
import { blockService, clearTrouble } from '#push/deliveries.queries';
import type { Delivery, Outcome, Patience, Trouble } from '#push/deliveries.rules';

/** In first delays of a retry: less than it takes to be refused for good, or deliveries would be lost before anybody knows why. */
const TRUST_RETRIES = 5;

const WORDS: Record<Trouble, string> = {
  credentials: 'rechaza nuestras credenciales',
  unreachable: 'no responde',
};

type Circuits = { db: Db; warn: (message: string) => void; settings: Patience };
type Attempt = { delivery: Delivery; user: number; outcome: Outcome; takenAt: number; begun: number };
type Circuit = {
  judge: ReturnType<typeof openCircuit>;
  /** As the database has it. */
  trouble: Trouble | null;
  /** What the log says. */
  said: Trouble | null;
  /** What was taken before knows nothing of it. */
  writtenAt: number;
};

/** `trouble`: what is wrong with the service, if anything. `isBlocked`: from now on. */
type Verdict = { trouble: Trouble | null; isBlocked: boolean; written?: Promise<void> };

/** Notices when it is a service that is in trouble, not a device, and says so to all nodes; or that it is over. */
export function openCircuits({ db, warn, settings }: Circuits) {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (service: string): Circuit => {
    const judge = openCircuit(settings.retrySeconds * TRUST_RETRIES * 1_000);
    const circuit = circuits.get(service) ?? { judge, trouble: null, said: null, writtenAt: -Infinity };
    circuits.set(service, circuit);
    return circuit;
  };

  // One after the other: what is decided last must also be what is written last.
  let writing = Promise.resolve();
  const write = (circuit: Circuit, step: () => Promise<void>) => {
    circuit.writtenAt = Infinity;
    const written = writing.then(step).finally(() => {
      circuit.writtenAt = performance.now();
    });
    writing = written.catch(() => undefined);
    return written;
  };

  return ({ delivery, user, outcome: { kind }, takenAt, begun }: Attempt): Verdict => {
    const circuit = circuitOf(delivery.service);
    const isOld = takenAt < circuit.writtenAt;
    if (!isOld) circuit.trouble = delivery.trouble;
    if (circuit.trouble === null) circuit.said = null;
    const isOver = kind === 'delivered' || (circuit.trouble === 'unreachable' && kind !== 'unreachable');
    // Of what was on its way when the trouble was found, only what ends it is news.
    if (isOld && !isOver) return { trouble: circuit.trouble, isBlocked: false };

    const isFirstRefusal = delivery.refusals === 0;
    const found = circuit.judge({ kind, user, isFirstRefusal, begun, ended: performance.now() });
    if (found) {
      if (circuit.said !== found) warn(`push: ${delivery.service}: ${WORDS[found]}`);
      circuit.trouble = circuit.said = found;
      const written = write(circuit, () => blockService(db, delivery, found, settings.blockSeconds[found]));
      return { trouble: found, isBlocked: true, written };
    }
    if (!isOver || circuit.trouble === null) return { trouble: circuit.trouble, isBlocked: false };
    circuit.trouble = null;
    return { trouble: null, isBlocked: false, written: write(circuit, () => clearTrouble(db, delivery)) };
  };
}
