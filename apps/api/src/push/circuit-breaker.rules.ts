import type { Outcome, Trouble } from '#push/deliveries.rules';

/** One user may register many devices that fail; only several users point to the service. */
const MIN_USERS = 3;
/** Connections break for many reasons, and often several at the same moment. */
const MIN_UNANSWERED = 10;

type Attempt = {
  kind: Outcome['kind'];
  user: number;
  /** Only the first refusal of a delivery counts: the retries left at the end would look like everybody. */
  isFirstRefusal: boolean;
  startedAt: number;
  endedAt: number;
};

/**
 * The circuit breaker of one service: tells its failures from those of single devices. A service that accepted somebody
 * in the last `trustMs` knows our credentials, however many devices it refuses.
 */
export function openCircuitBreaker(trustMs: number) {
  let acceptedAt = -Infinity;
  let answeredAt = -Infinity;
  let unansweredCount = 0;
  /** Users refused since the service last accepted anything. */
  const refusedUsers = new Set<number>();
  /** Users without an answer since the service last answered anything. */
  const unansweredUsers = new Set<number>();

  const resetUnanswered = () => {
    unansweredCount = 0;
    unansweredUsers.clear();
  };

  const count = ({ kind, user, isFirstRefusal, startedAt, endedAt }: Attempt) => {
    if (kind === 'unreachable') {
      // Others were answered while this one hung: the service is up.
      if (startedAt < answeredAt) return;
      unansweredCount += 1;
      unansweredUsers.add(user);
      return;
    }
    answeredAt = endedAt;
    resetUnanswered();
    if (kind === 'refused' && isFirstRefusal) refusedUsers.add(user);
    if (kind === 'delivered') {
      acceptedAt = endedAt;
      refusedUsers.clear();
    }
  };

  const troubleAfter = ({ kind, endedAt }: Attempt): Trouble | undefined => {
    if (kind === 'credentials') return 'credentials';
    if (kind === 'refused' && refusedUsers.size >= MIN_USERS && endedAt - acceptedAt > trustMs) return 'credentials';
    if (kind === 'unreachable' && unansweredUsers.size >= MIN_USERS && unansweredCount >= MIN_UNANSWERED)
      return 'unreachable';
    return undefined;
  };

  /** Answers the trouble, if this attempt opens the circuit; counting then starts over. */
  return (attempt: Attempt): Trouble | undefined => {
    count(attempt);
    const trouble = troubleAfter(attempt);
    if (trouble) {
      refusedUsers.clear();
      resetUnanswered();
    }
    return trouble;
  };
}
