import { resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from '#startup-error';

const onOff = z.enum(['0', '1'], 'debe ser 0 o 1').transform((value) => value === '1');
const blankIsAbsent = (value: string | undefined) => (value === '' ? undefined : value);

const environment = z.object({
  PORT: z.coerce.number('debe ser un número').int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'debe empezar con postgres://')
    .optional(),
  /** The folder of PostgreSQL's binaries, or `system`, instead of the included ones. */
  POSTGRES_BIN: z.string().optional(),
  /** Sweeps any number of orphaned pictures. */
  SWEEP_ALL: onOff.default(false),
  ADMIN_USERNAME: z.string().default('admin'),
  ADMIN_PASSWORD: z.string().min(4, 'debe tener al menos 4 caracteres').max(256).optional(),
  DEMO: onOff.optional(),
  EXTRAS: onOff.default(true),
  PUBLIC_API_URL: z.string().optional(),
  /** Follows the letter of the specification even where that would hurt the panel's user. */
  VITE_STRICT_SPEC: onOff.default(false),
  /** For tests: the page of all the panel's parts. */
  SHOWCASE: onOff.default(false),
  TRUST_PROXY: z.string().optional(),
  /** Path of a Firebase service account file; without it Firebase is off. */
  FCM_SERVICE_ACCOUNT: z.string().optional(),
  FCM_ADDRESS: z.url('debe ser una dirección web').default('https://fcm.googleapis.com'),
  /** A self-hosted push service, instead of those of the browser vendors. */
  WEB_PUSH_ADDRESS: z.url('debe ser una dirección web').optional(),
  /** The VAPID contact that browser vendors require. */
  WEB_PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'debe empezar con mailto: o https://')
    .default('mailto:pulso@example.com'),
  PUSH_PER_SECOND: z.coerce.number('debe ser un número').int().min(1).max(10_000).default(100),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
});

export function readConfig(variables: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, blankIsAbsent(value)]));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
    throw new StartupError(`La configuración no es válida:\n${problems.join('\n')}`);
  }
  const { DATA_DIR, DEMO, ...rest } = parsed.data;
  return { ...rest, DATA_DIR: resolve(DATA_DIR), DEMO: DEMO ?? rest.DATABASE_URL === undefined };
}

export type Config = ReturnType<typeof readConfig>;
