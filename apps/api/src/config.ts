import { join, resolve } from 'node:path';
import { compile } from '@fastify/proxy-addr';
import * as z from 'zod/mini';
import { StartupError } from '#startup-error';

const zeroOrOne = z.pipe(
  z.enum(['0', '1'], 'debe ser 0 o 1'),
  z.transform((value) => value === '1'),
);
const rangeMessage = (min: number, max: number) => `debe ser un número entero de ${min} a ${max}`;
const integerBetween = (min: number, max: number) =>
  z.coerce
    .number(rangeMessage(min, max))
    .check(
      z.int(rangeMessage(min, max)),
      z.minimum(min, rangeMessage(min, max)),
      z.maximum(max, rangeMessage(min, max)),
    );
const webAddress = z.url('debe ser una dirección web');
const databaseUrl = z.string().check(z.regex(/^postgres(ql)?:\/\//, 'debe empezar con postgres://'));
/** The addresses of a comma-separated list. */
export const proxyList = (text: string) => text.split(',').map((address) => address.trim());
const isProxyList = (text: string) => {
  try {
    compile(proxyList(text));
    return true;
  } catch {
    return false;
  }
};
const blankToUndefined = (value: string | undefined) => (value === '' ? undefined : value);

const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
const secretList = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => partsOf(text).every((secret) => /^[!-~]{8,}$/.test(secret)),
        'debe ser una clave, o varias separadas por comas, cada una de al menos 8 caracteres, sin espacios ni acentos',
      ),
    ),
  z.transform(partsOf),
);

/** An origin: what follows it is ours to say. */
const publicUrl = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && /^https:\/\/[^/?#@\s]+\/?$/.test(text),
        'debe empezar con https:// y terminar en el nombre, como https://mi.gimnasio.com',
      ),
    ),
  z.transform((text) => new URL(text).origin),
);

/** More processes would leave each too few connections to the included database. */
export const MAX_PROCESSES = 8;

const UNIT_SECONDS = { m: 60, h: 3_600, d: 86_400 } as const;
type Unit = keyof typeof UNIT_SECONDS;
/** A duration such as `24h` or `30m`, or 0 for never, read as seconds. */
const duration = z.pipe(
  z.string().check(z.regex(/^(0|[1-9]\d{0,5}[mhd])$/, 'debe ser un tiempo como 24h o 30m, o 0')),
  z.transform((text) => (text === '0' ? 0 : Number.parseInt(text, 10) * UNIT_SECONDS[text.at(-1) as Unit])),
);

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export const environmentSchema = z.object({
  PORT: z._default(integerBetween(0, 65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  /** Number of processes that serve. */
  WEB_CONCURRENCY: z._default(integerBetween(1, MAX_PROCESSES), 1),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(databaseUrl),
  /** A streaming replica of the database, for lists and statistics. */
  DATABASE_REPLICA_URL: z.optional(databaseUrl),
  /** The folder of PostgreSQL's binaries, or `system`, instead of the included ones. */
  POSTGRES_BIN: z.optional(z.string()),
  /** Sweeps any number of orphaned pictures. */
  SWEEP_ALL: z._default(zeroOrOne, false),
  /** Folder for backups; by default one in DATA_DIR. */
  BACKUP_DIR: z.optional(z.string()),
  /** Seconds between backups; 0 is never. */
  BACKUP_EVERY: z._default(duration, 86_400),
  /** Number of backups to keep. */
  BACKUP_KEEP: z._default(integerBetween(1, 10_000), 7),
  /** The bucket for pictures, instead of the folder in DATA_DIR. */
  S3_BUCKET: z.optional(z.string()),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ENDPOINT: z.optional(webAddress),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_PREFIX: z._default(z.string().check(z.regex(/^[\w./-]*$/, 'solo puede tener letras, números, . _ - y /')), ''),
  ADMIN_USERNAME: z._default(z.string(), 'admin'),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, 'debe tener al menos 8 caracteres'),
        z.maxLength(256, 'puede tener 256 caracteres como máximo'),
      ),
  ),
  DEMO: z.optional(zeroOrOne),
  EXTRAS: z._default(zeroOrOne, true),
  PUBLIC_API_URL: z.optional(z.string().check(z.regex(/^(\/|https?:\/\/)/, 'debe empezar con / o con https://'))),
  /** The address that the outside knows this server by: links that are sent to clients begin with it. */
  PUBLIC_URL: z.optional(publicUrl),
  /** Follows the letter of the specification even where that would hurt the panel's user. */
  VITE_STRICT_SPEC: z._default(zeroOrOne, false),
  /** For tests: the page of all the panel's parts. */
  SHOWCASE: z._default(zeroOrOne, false),
  TRUST_PROXY: z.optional(
    z.string().check(z.refine(isProxyList, 'debe ser una lista de direcciones IP o redes, como 127.0.0.1, o loopback')),
  ),
  /** Path of a Firebase service account file; without it Firebase is off. */
  FCM_SERVICE_ACCOUNT: z.optional(z.string()),
  FCM_ADDRESS: z._default(webAddress, 'https://fcm.googleapis.com'),
  /** A self-hosted push service, instead of those of the browser vendors. */
  WEB_PUSH_ADDRESS: z.optional(webAddress),
  /** The VAPID contact that browser vendors require. */
  WEB_PUSH_CONTACT: z._default(
    z.string().check(z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'debe empezar con mailto: o https://')),
    'mailto:pulso@example.com',
  ),
  PUSH_PER_SECOND: z._default(integerBetween(1, 10_000), 100),
  /** Bearer token of whoever reads the metrics; without one, programs of this machine may. */
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[!-~]{16,}$/, 'debe tener al menos 16 caracteres, sin espacios ni acentos')),
  ),
  /** The address that alerts are posted to. */
  ALERT_URL: z.optional(z.url({ protocol: /^https?$/, error: 'debe ser una dirección http:// o https://' })),
  /** The public series of consumer prices, asked only when somebody presses 'Actualizar'. */
  IPC_ADDRESS: z._default(
    z.url({ protocol: /^https?$/, error: 'debe ser una dirección http:// o https://' }),
    'https://apis.datos.gob.ar/series/api/series/?ids=148.3_INIVELNAL_DICI_M_26&format=json&metadata=none&limit=1000&start_date=2016-12-01',
  ),
  /** Mercado Pago's; without it nothing of links is offered. */
  MERCADOPAGO_ACCESS_TOKEN: z.optional(
    z.string().check(z.regex(/^[!-~]{8,}$/, 'debe tener al menos 8 caracteres, sin espacios ni acentos')),
  ),
  /** The secrets that notices are signed with, one for each application. */
  MERCADOPAGO_WEBHOOK_SECRET: z._default(secretList, []),
  MERCADOPAGO_ADDRESS: z._default(
    z.url({ protocol: /^https?$/, error: 'debe ser una dirección http:// o https://' }),
    'https://api.mercadopago.com',
  ),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `debe ser ${LOG_LEVELS.join(', ')}`)),
});

export function readConfig(variables: NodeJS.ProcessEnv) {
  const presentVariables = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, blankToUndefined(value)]),
  );
  const parsed = environmentSchema.safeParse(presentVariables);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
    throw new StartupError(`La configuración no es válida:\n${problems.join('\n')}`);
  }
  const {
    DATA_DIR: dataDir,
    BACKUP_DIR,
    DEMO,
    S3_BUCKET,
    S3_REGION,
    S3_ENDPOINT,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
    S3_PREFIX,
    ...rest
  } = parsed.data;
  const invalid = (problem: string) => new StartupError(`La configuración no es válida:\n  ${problem}`);
  if (rest.DATABASE_REPLICA_URL !== undefined && rest.DATABASE_URL === undefined)
    throw invalid('DATABASE_REPLICA_URL: falta DATABASE_URL, de la que es réplica');
  // Half a setting would keep the pictures where nobody looks for them.
  if (S3_BUCKET === undefined && (S3_ENDPOINT ?? S3_ACCESS_KEY_ID ?? S3_SECRET_ACCESS_KEY) !== undefined)
    throw invalid('S3_BUCKET: falta, y hay otras variables S3_');
  if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined))
    throw invalid('S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY van juntas');
  const credentials =
    S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined
      ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
      : undefined;
  const S3 =
    S3_BUCKET === undefined
      ? undefined
      : {
          bucket: S3_BUCKET,
          region: S3_REGION,
          endpoint: S3_ENDPOINT,
          credentials,
          prefix: S3_PREFIX.replace(/^\/+/, '').replace(/([^/])\/*$/, '$1/'),
        };
  const DATA_DIR = resolve(dataDir);
  return {
    ...rest,
    S3,
    DATA_DIR,
    BACKUP_DIR: BACKUP_DIR === undefined ? join(DATA_DIR, 'backups') : resolve(BACKUP_DIR),
    DEMO: DEMO ?? rest.DATABASE_URL === undefined,
  };
}

/** The server that imitates Mercado Pago, which only a start can know. */
export type Practice = { address: string; token: string; secret: string };
export type Config = ReturnType<typeof readConfig> & { practice?: Practice };
