import { openFairQueue, serveQueues } from '#access/fair-queue';
import type { Db } from '#db/schema/database';
import { Refusal, tooManyAtOnce } from '#db/writes/refusal';
import { countFailure, findLogin, findLoginHistory, undoFailure } from '#features/accounts/auth/auth.queries';
import { openBlockCache } from '#features/accounts/auth/block-cache';
import type { Dependencies } from '#http/routes/dependencies';

const WINDOW_MINUTES = 15;
const MAX_FAILURES = { accountAndAddress: 10, address: 30, account: 100, device: 10, phone: 5 };
/** Successful ones, because each costs a hash and a session. */
const MAX_LOGINS = 600;
const MAX_CONCURRENT = 3;
const QUEUE_LIMITS = { maxPerKey: MAX_FAILURES.address, maxTotal: 512, refusal: tooManyAtOnce };

type Attempt = { username: string; address: string; device: string | undefined };
/** Beyond `max` failures the attempt is refused and `blocks` goes into the cache; without `blocks` it is let through. */
type Counter = { key: string[]; max: number; blocks: string[] | undefined };

const tooManyAttempts = (seconds: number) => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new Refusal(
    `Demasiados intentos de inicio de sesión. Intenta de nuevo en ${minutes} min.`,
    'busy',
    Math.max(1, seconds),
  );
};

/**
 * The rate limiter of logins. A failure is counted before the password is checked, so that parallel guesses cannot slip
 * through, and undone when it was right. Attackers can lock an account for unknown addresses only, and an address for
 * unknown devices only: where the owner has logged in before, other counters apply.
 */
export function openLoginThrottle(db: Db, { now, machine }: Pick<Dependencies, 'now' | 'machine'>) {
  const blocked = openBlockCache(now);
  const unblock = (keys: string[][]) => {
    for (const key of keys) blocked.unblock(key);
  };
  machine.onUnblocked(unblock);
  const queue = openFairQueue(QUEUE_LIMITS);
  const run = serveQueues(Array.from({ length: MAX_CONCURRENT }, () => [queue]));

  const block = (key: string[], seconds: number) => {
    blocked.block(key, seconds);
    return tooManyAttempts(seconds);
  };

  const countAll = async (counters: Counter[]) => {
    const countedKeys: string[][] = [];
    const undo = async () => {
      const keys = countedKeys.splice(0);
      for (const key of keys) await undoFailure(db, key);
      // Unblocked after the database knows it, or another attempt could block the keys again meanwhile.
      unblock(keys);
      if (keys.length > 0) machine.tellUnblocked(keys);
    };
    for (const { key, max, blocks } of counters) {
      const { failures, seconds } = await countFailure(db, key, { windowMinutes: WINDOW_MINUTES, max });
      if (failures <= max) countedKeys.push(key);
      else if (blocks) {
        await undo();
        throw block(blocks, seconds);
      }
    }
    return undo;
  };

  const refuseBlocked = (keys: string[][]) => {
    const seconds = Math.max(...keys.map((key) => blocked.secondsLeft(key)));
    if (seconds > 0) throw tooManyAttempts(seconds);
  };
  const addressKey = (address: string) => ['address', address];

  const admit = async ({ username, address, device }: Attempt) => {
    const account = username.normalize('NFKC').toLowerCase();
    const byAddress = addressKey(address);
    const byBoth = ['account+address', account, address];
    const byDevice = device === undefined ? undefined : ['device', account, device];
    const claimed = byDevice ? [byDevice] : [byAddress, byBoth];
    refuseBlocked(claimed);

    return run(queue, device ?? address, async () => {
      // Attempts ahead in the queue may have used up the limit.
      refuseBlocked(claimed);
      const login = await findLogin(db, username);
      // Queried for unknown accounts too, so that they take as long as existing ones.
      const history = await findLoginHistory(db, {
        userId: login?.id ?? 0,
        address,
        device,
        windowMinutes: WINDOW_MINUTES,
      });
      const knownDevice = history.device ? byDevice : undefined;
      if (!knownDevice) refuseBlocked([byAddress, byBoth]);
      if (history.logins >= MAX_LOGINS) throw block(knownDevice ?? byBoth, history.seconds);

      const undo = await countAll(
        knownDevice
          ? [{ key: knownDevice, max: MAX_FAILURES.device, blocks: knownDevice }]
          : [
              // First, because what it refuses must leave no rows: names are invented faster than they expire.
              { key: byAddress, max: MAX_FAILURES.address, blocks: byAddress },
              { key: byBoth, max: MAX_FAILURES.accountAndAddress, blocks: byBoth },
              { key: ['account', account], max: MAX_FAILURES.account, blocks: history.address ? undefined : byBoth },
            ],
      );
      const isKnown = history.address || history.device;
      return { found: login, client: { known: isKnown, key: isKnown ? account : address }, undo };
    });
  };

  /**
   * Counts an attempt with a link, or with a code and its phone, as a failure until it is undone. The address's count is that
   * of its logins.
   */
  const admitSecret = ({ address, phone }: { address: string; phone?: string }) => {
    const keys = [addressKey(address), ...(phone === undefined ? [] : [['phone', phone]])];
    refuseBlocked(keys);
    return run(queue, address, async () => {
      refuseBlocked(keys);
      const [byAddress, byPhone] = keys;
      return countAll([
        { key: byAddress!, max: MAX_FAILURES.address, blocks: byAddress },
        ...(byPhone ? [{ key: byPhone, max: MAX_FAILURES.phone, blocks: byPhone }] : []),
      ]);
    });
  };

  return {
    /** Refuses before the body is read; a device has counters of its own, by account. */
    refuseEarly: ({ address, device }: Omit<Attempt, 'username'>) => {
      if (device === undefined) refuseBlocked([addressKey(address)]);
    },
    /** Counts the attempt as a failure until it is undone. */
    admit,
    admitSecret,
  };
}
