import { createHmac, randomBytes } from 'node:crypto';
import { SESSION_HOURS } from '@pulso/contract/accounts/session';
import { id, MAX_ID } from '@pulso/contract/kit/fields';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { readOrCreateSecret } from '#files/secrets';
import { StartupError } from '#startup-error';

const ALGORITHM = 'HS256';
const ISSUER = 'pulso';
const SECRET_BYTES = 32;
// Allows for a node whose clock is behind that of the one that signed the token.
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_CACHED_TOKENS = 1_000;

export type TokenClaims = { userId: number; sessionId: string };
export type Tokens = {
  sign(claims: TokenClaims, expiresAt: Date): Promise<string>;
  /** The claims of a valid token; else undefined. */
  read(token: string): Promise<TokenClaims | undefined>;
  /** A keyed hash (HMAC) of the text, which proves that this installation issued it. */
  seal(text: string): string;
};

const digits = z.string().check(z.regex(/^[1-9]\d{0,9}$/));
const claimsSchema = z.object({
  sub: z.pipe(z.pipe(digits, z.transform(Number)), id.check(z.maximum(MAX_ID))),
  jti: z.uuid(),
  iat: z.int(),
  exp: z.int(),
});

/** The last base64url character has unused bits: of the four spellings of a signature only the canonical one is accepted. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

type VerifiedClaims = TokenClaims & { expires: number };

/**
 * Verified tokens are remembered for as long as they are valid: a signature does not change, and whether the session
 * goes on is the database's to say.
 */
function openTokenCache() {
  const known = new Map<string, VerifiedClaims>();
  return {
    find(token: string): TokenClaims | undefined {
      const entry = known.get(token);
      if (entry && entry.expires > Date.now()) return entry;
      known.delete(token);
      return undefined;
    },
    add(token: string, claims: VerifiedClaims) {
      // The oldest goes first: a map keeps the order of its entries.
      if (known.size >= MAX_CACHED_TOKENS) known.delete(known.keys().next().value ?? '');
      known.set(token, claims);
    },
  };
}

export function openTokens(secret: Uint8Array): Tokens {
  const known = openTokenCache();
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
      const remembered = known.find(token);
      if (remembered) return remembered;
      if (!isCanonical(token)) return undefined;
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          requiredClaims: ['sub', 'jti', 'iat', 'exp'],
          maxTokenAge: `${SESSION_HOURS}h`,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        const { sub, jti, exp } = claimsSchema.parse(payload);
        const expires = exp * 1_000;
        // The tolerance is not for the end: a session that is kept goes on after its token.
        if (expires <= Date.now()) return undefined;
        const claims = { userId: sub, sessionId: jti };
        known.add(token, { ...claims, expires });
        return claims;
      } catch {
        return undefined;
      }
    },
    // Prefixed, so that it can never equal a token's signature.
    seal: (text) => createHmac('sha256', secret).update(`seal:${text}`).digest('base64url'),
  };
}

/** The signing secret, generated at the first start. Nodes that share DATA_DIR share it. */
export async function readSecret(dataDir: string): Promise<Uint8Array> {
  const { text, file } = await readOrCreateSecret(dataDir, 'token.key', () =>
    randomBytes(SECRET_BYTES).toString('base64'),
  );
  const secret = Buffer.from(text, 'base64');
  if (secret.length < SECRET_BYTES)
    throw new StartupError(`El secreto de ${file} es demasiado corto. Bórralo para crear otro.`);
  return secret;
}
