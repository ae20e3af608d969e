import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SESSION_HOURS } from '@pulso/contract/auth';
import { jwtVerify, SignJWT } from 'jose';
import { StartupError } from '#db/startup-error';

const ALGORITHM = 'HS256';
const ISSUER = 'pulso';
const SECRET_BYTES = 32;

export type TokenClaims = { userId: number; sessionId: string };
export type Tokens = {
  sign(claims: TokenClaims, expiresAt: Date): Promise<string>;
  /** The claims of a token that this installation made and that has not expired; else undefined. */
  read(token: string): Promise<TokenClaims | undefined>;
};

export function openTokens(secret: Uint8Array): Tokens {
  return {
    sign: ({ userId, sessionId }, expiresAt) =>
      new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(String(userId))
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(secret),
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          requiredClaims: ['sub', 'jti', 'iat', 'exp'],
          maxTokenAge: `${SESSION_HOURS}h`,
        });
        return { userId: Number(payload.sub), sessionId: String(payload.jti) };
      } catch {
        return undefined;
      }
    },
  };
}

/** The installation's signing secret, made at the first start. Nodes that share DATA_DIR share it. */
export async function readSecret(dataDir: string): Promise<Uint8Array> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, 'token.key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.token-${randomBytes(8).toString('hex')}`);
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(randomBytes(SECRET_BYTES).toString('base64'));
  await handle.sync();
  await handle.close();
  // Linking a finished file never overwrites: of two nodes that start at once, both read the first one's.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const secret = Buffer.from(await readFile(file, 'utf8'), 'base64');
  if (secret.length < SECRET_BYTES)
    throw new StartupError(`El secreto de ${file} es demasiado corto. Bórralo para crear otro.`);
  return secret;
}
