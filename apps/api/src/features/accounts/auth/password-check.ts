import type { LoginInput } from '@pulso/contract/accounts/auth';
import { WRONG_PASSWORD } from '@pulso/contract/accounts/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#db/writes/refusal';
import { findUsername, recordRefusedLogin } from '#features/accounts/auth/auth.queries';
import { deviceCookie } from '#features/accounts/auth/device-cookie';
import { openLoginThrottle } from '#features/accounts/auth/login-throttle';
import { currentAccount } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';
import { throttledAddress } from '#http/connections/throttled-address';

export type PasswordCheck = ReturnType<typeof openPasswordCheck>;

/** The only place where a password is compared, so that guesses are bounded by the same counters wherever they are made. */
export function openPasswordCheck(deps: Dependencies) {
  const { loginDb, tokens, passwords, extras } = deps;
  const throttle = openLoginThrottle(loginDb, deps);

  const originOf = (request: FastifyRequest) => ({
    address: throttledAddress(request.ip),
    device: extras ? deviceCookie.read(request, tokens) : undefined,
  });

  /** The account, if the password is its own, and the id of the one that was tried. The guess counts as a failure until it is undone. */
  const guess = async (request: FastifyRequest, { username, password }: LoginInput) => {
    const { address, device } = originOf(request);
    const { found, client, undo } = await throttle.admit({ username, address, device });
    const right = await passwords.matches(found?.password_hash, password, client).catch(async (error: unknown) => {
      // Refused without a check of the password, so it was not a guess.
      await undo();
      throw error;
    });
    return { account: right ? found : undefined, tried: found?.id ?? 0, address, device, undo };
  };

  /** Checks that the session's holder also knows the account's password; a wrong one does not end the session. */
  const confirm = async (request: FastifyRequest, password: string): Promise<void> => {
    const { id } = currentAccount(request);
    const { account, address, undo } = await guess(request, { username: await findUsername(loginDb, id), password });
    if (account?.id !== id) {
      await recordRefusedLogin(loginDb, id, address);
      throw new Refusal({ password: WRONG_PASSWORD });
    }
    await undo();
  };

  /** The refusal of a guess. It is recorded after the answer, whose time would otherwise tell which accounts exist. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, tried: number): Refusal => {
    reply.raw.once('close', () => {
      recordRefusedLogin(loginDb, tried, originOf(request).address).catch((error: unknown) => request.log.warn(error));
    });
    return new Refusal('Usuario o contraseña incorrectos', 'unauthorized');
  };

  return {
    guess,
    refuse,
    confirm,
    /** Counts the attempt to enter by a link or a code as a failure; what is answered undoes that. */
    admitSecret: (request: FastifyRequest, phone?: string) =>
      throttle.admitSecret({ address: originOf(request).address, phone }),
    refuseEarly: (request: FastifyRequest) => throttle.refuseEarly(originOf(request)),
  };
}
