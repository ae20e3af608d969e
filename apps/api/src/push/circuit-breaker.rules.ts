import type { Outcome, Trouble } from '#push/deliveries.rules';

/** What only one user's devices meet is his own: he may have twenty of them, at hosts that nobody else has. */
const SEVERAL_USERS = 3;
/** Connections break for many reasons, and often several at the same moment. */
const MANY_BREAKS = 10;

type Attempt = {
  kind: Outcome['kind'];
  user: number;
  /** What is refused again is no news: others may long have been accepted. */
  isFirstRefusal: boolean;
  begun: number;
  ended: number;
};

/**
 * The circuit breaker of one service: tells its troubles from those of devices, and begins anew after each. Who accepted
 * somebody `trustMs` ago or less knows our credentials, however many it refuses.
 */
export function openCircuit(trustMs: number) {
  let acceptedAt = -Infinity;
  let answeredAt = -Infinity;
  let breaks = 0;
  /** Since it last accepted anything. */
  const refused = new Set<number>();
  /** Since it last answered anything. */
  const unanswered = new Set<number>();

  const forgetBreaks = () => {
    breaks = 0;
    unanswered.clear();
  };

  const note = ({ kind, user, isFirstRefusal, begun, ended }: Attempt) => {
    if (kind === 'unreachable') {
      // While this one hung, others were answered: it is not the service.
      if (begun < answeredAt) return;
      breaks += 1;
      unanswered.add(user);
      return;
    }
    answeredAt = ended;
    forgetBreaks();
    if (kind === 'refused' && isFirstRefusal) refused.add(user);
    if (kind === 'delivered') {
      acceptedAt = ended;
      refused.clear();
    }
  };

  const troubleAfter = ({ kind, ended }: Attempt): Trouble | undefined => {
    if (kind === 'credentials') return 'credentials';
    if (kind === 'refused' && refused.size >= SEVERAL_USERS && ended - acceptedAt > trustMs) return 'credentials';
    if (kind === 'unreachable' && unanswered.size >= SEVERAL_USERS && breaks >= MANY_BREAKS) return 'unreachable';
    return undefined;
  };

  /** The trouble that has become certain with this attempt. */
  return (attempt: Attempt): Trouble | undefined => {
    note(attempt);
    const trouble = troubleAfter(attempt);
    if (trouble) {
      refused.clear();
      forgetBreaks();
    }
    return trouble;
  };
}
