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
  ADMIN_USERNAME: z.string().default('admin'),
  ADMIN_PASSWORD: z.string().min(4, 'debe tener al menos 4 caracteres').max(256).optional(),
  DEMO: onOff.optional(),
  EXTRAS: onOff.default(true),
  PUBLIC_API_URL: z.string().optional(),
  /** Another build of the panel than the usual one. */
  PANEL_DIR: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
});

/** The environment, read once. */
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
