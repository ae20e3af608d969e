import type { Db } from '#db/database';
import { countFailure, forgiveFailure, isKnownAddress } from '#features/auth/auth.queries';
import { tooMany } from '#http/errors';

const WINDOW_MINUTES = 15;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 30;
const PER_ACCOUNT = 100;

/**
 * Counts the attempt before the password is looked at, so that parallel guesses cannot slip through, and takes it back
 * when the password was right. Strangers can exhaust an account for themselves and for other strangers, never for
 * an address from which its owner has logged in before.
 */
export async function throttleLogin(db: Db, { account, userId, address }: Attempt) {
  const own = ['account+address', account, address];
  const shared = ['address', address];
  const all = ['account', account];
  const counted: string[][] = [];
  const forgive = () => Promise.all(counted.map((key) => forgiveFailure(db, key)));
  const count = async (key: string[], most: number) => {
    const { failures, seconds } = await countFailure(db, key, WINDOW_MINUTES);
    if (failures <= most) return counted.push(key);
    await forgive();
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    throw tooMany(`Demasiados intentos de inicio de sesión. Intenta de nuevo en ${minutes} min.`, Math.max(1, seconds));
  };
  await count(own, PER_ACCOUNT_AND_ADDRESS);
  await count(shared, PER_ADDRESS);
  // Asked for unknown accounts too: they take as long as known ones.
  if (!(await isKnownAddress(db, userId ?? 0, address))) await count(all, PER_ACCOUNT);
  return { forgive };
}

type Attempt = { account: string; userId: number | undefined; address: string };
