import type { Db } from '#db/database';
import { countFailure, findLogin, forgiveFailure, recognise } from '#features/accounts/auth/auth.queries';
import { openBlockedKeys } from '#features/accounts/auth/blocked-keys';
import { Refusal, tooManyAtOnce } from '#db/refusal';
import { openLane, serveLanes } from '#access/lanes';

const WINDOW_MINUTES = 15;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 30;
const PER_ACCOUNT = 100;
const PER_DEVICE = 10;
/** Right ones: nobody needs as many, and each costs a hash and a session. */
const MOST_LOGINS = 600;
const AT_ONCE = 3;
const LINE = { perKey: PER_ADDRESS, total: 512, refuse: tooManyAtOnce };

type Attempt = { username: string; address: string; device: string | undefined };
/** A counter that has run over refuses in the name of a key: whoever has that key is not asked about again for a while. */
type Counter = { key: string[]; most: number; refuses: string[] | undefined };

const tooManyAttempts = (seconds: number) => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new Refusal(
    `Demasiados intentos de inicio de sesión. Intenta de nuevo en ${minutes} min.`,
    'busy',
    Math.max(1, seconds),
  );
};

/**
 * Who may have a look at a password. An attempt is counted before the look, so that parallel guesses cannot slip
 * through, and taken back when the password was right. Strangers can exhaust an account for themselves and for other
 * strangers, never for an address from which its owner has logged in before; and an address for all who share it,
 * never for a device on which the owner has.
 */
export function openLoginThrottle(db: Db, now: () => Date) {
  const blocked = openBlockedKeys(now);
  const door = openLane(LINE);
  const enter = serveLanes(Array.from({ length: AT_ONCE }, () => [door]));

  const refuse = (key: string[], seconds: number) => {
    blocked.block(key, seconds);
    return tooManyAttempts(seconds);
  };

  const countAll = async (counters: Counter[]) => {
    const counted: string[][] = [];
    const forgive = async () => {
      for (const key of counted.splice(0)) {
        blocked.forget(key);
        await forgiveFailure(db, key);
      }
    };
    for (const { key, most, refuses } of counters) {
      const { failures, seconds } = await countFailure(db, key, { windowMinutes: WINDOW_MINUTES, most });
      if (failures <= most) counted.push(key);
      else if (refuses) {
        await forgive();
        throw refuse(refuses, seconds);
      }
    }
    return forgive;
  };

  return async ({ username, address, device }: Attempt) => {
    const account = username.normalize('NFKC').toLowerCase();
    const shared = ['address', address];
    const own = ['account+address', account, address];
    const ofDevice = device === undefined ? undefined : ['device', account, device];
    const refuseBlocked = (keys: string[][]) => {
      const seconds = Math.max(...keys.map((key) => blocked.secondsLeft(key)));
      if (seconds > 0) throw tooManyAttempts(seconds);
    };
    const claimed = ofDevice ? [ofDevice] : [shared, own];
    refuseBlocked(claimed);

    return enter(door, device ?? address, async () => {
      // Those who stood before in this line may have been the last that were allowed.
      refuseBlocked(claimed);
      const found = await findLogin(db, username);
      // Asked for unknown accounts too: they take as long as known ones.
      const known = await recognise(db, { userId: found?.id ?? 0, address, device, windowMinutes: WINDOW_MINUTES });
      const judged = known.device ? ofDevice : undefined;
      if (!judged) refuseBlocked([shared, own]);
      if (known.logins >= MOST_LOGINS) throw refuse(judged ?? own, known.seconds);

      const forgive = await countAll(
        judged
          ? [{ key: judged, most: PER_DEVICE, refuses: judged }]
          : [
              // First, because what it refuses must leave nothing behind: names are invented faster than they expire.
              { key: shared, most: PER_ADDRESS, refuses: shared },
              { key: own, most: PER_ACCOUNT_AND_ADDRESS, refuses: own },
              { key: ['account', account], most: PER_ACCOUNT, refuses: known.address ? undefined : own },
            ],
      );
      const isKnown = known.address || known.device;
      return { found, visitor: { known: isKnown, key: isKnown ? account : address }, forgive };
    });
  };
}
