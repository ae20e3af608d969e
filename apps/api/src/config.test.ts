import { StartupError } from '#startup-error';
import { describe, expect, it } from 'vitest';
import { environmentSchema, readConfig } from './config';

/** Texts of which any will do: names, secrets, and paths, which are tried where they are used. */
const FREE_TEXTS = [
  'HOST',
  'DATA_DIR',
  'POSTGRES_BIN',
  'BACKUP_DIR',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_USERNAME',
  'FCM_SERVICE_ACCOUNT',
];
/** Wrong for whatever is a number, a switch, an address, a duration or one of a few words. */
const NONSENSE = ['nginx', '-1', '1.5', 'true', ' ', 'http:/x', '24 horas'];

describe('a configuration', () => {
  it.each(Object.keys(environmentSchema.shape).filter((name) => !FREE_TEXTS.includes(name)))(
    'L1 with nonsense in %s is refused in a sentence that names it',
    (name) => {
      const bucket = name.startsWith('S3_') ? { S3_BUCKET: 'fotos' } : {};
      const refusals = NONSENSE.flatMap((value) => {
        try {
          readConfig({ ...bucket, [name]: value });
          return [];
        } catch (error) {
          return [error as Error];
        }
      });
      expect(refusals.length).toBeGreaterThan(0);
      for (const error of refusals) {
        expect(error).toBeInstanceOf(StartupError);
        expect(error.message).toMatch(
          new RegExp(`^La configuración no es válida:\n  ${name}: (debe|solo puede|puede) `),
        );
      }
    },
  );

  it.each([
    ['TRUST_PROXY', 'nginx', 'debe ser una lista de direcciones IP o redes, como 127.0.0.1, o loopback'],
    ['PUBLIC_API_URL', 'api.example.com', 'debe empezar con / o con https://'],
    ['PUBLIC_URL', 'http://mi.gimnasio.com', 'debe empezar con https:// y terminar en el nombre'],
    ['PUBLIC_URL', 'https://mi.gimnasio.com/panel', 'debe empezar con https:// y terminar en el nombre'],
    ['PORT', '70000', 'debe ser un número entero de 0 a 65535'],
    ['PORT', 'mil', 'debe ser un número entero de 0 a 65535'],
    ['WEB_CONCURRENCY', '0', 'debe ser un número entero de 1 a 8'],
    ['S3_ENDPOINT', 's3.local', 'debe ser una dirección web'],
    ['S3_PREFIX', 'mis fotos', 'solo puede tener letras, números, . _ - y /'],
    ['PUSH_PER_SECOND', '1.5', 'debe ser un número entero de 1 a 10000'],
    ['DATABASE_URL', 'mysql://x', 'debe empezar con postgres://'],
    ['DATABASE_REPLICA_URL', 'mysql://x', 'debe empezar con postgres://'],
    ['DATABASE_REPLICA_URL', 'postgres://x', 'falta DATABASE_URL, de la que es réplica'],
    ['ADMIN_PASSWORD', 'x'.repeat(257), 'puede tener 256 caracteres como máximo'],
    ['BACKUP_EVERY', '24', 'debe ser un tiempo como 24h o 30m, o 0'],
    ['BACKUP_KEEP', '0', 'debe ser un número entero de 1 a 10000'],
    ['METRICS_TOKEN', 'x'.repeat(15), 'debe tener al menos 16 caracteres, sin espacios ni acentos'],
    ['METRICS_TOKEN', 'una clave con espacios', 'debe tener al menos 16 caracteres, sin espacios ni acentos'],
    ['ALERT_URL', 'avisos.local', 'debe ser una dirección http:// o https://'],
    ['ALERT_URL', 'file:///etc/passwd', 'debe ser una dirección http:// o https://'],
    ['MERCADOPAGO_ACCESS_TOKEN', 'APP_USR con espacios', 'debe tener al menos 8 caracteres, sin espacios ni acentos'],
    [
      'MERCADOPAGO_WEBHOOK_SECRET',
      'clave-uno, dos',
      'debe ser una clave, o varias separadas por comas, cada una de al',
    ],
    ['MERCADOPAGO_ADDRESS', 'mercadopago.com', 'debe ser una dirección http:// o https://'],
    ['LOG_LEVEL', 'todo', 'debe ser debug, info, warn, error, silent'],
  ])('with %s=%s is refused in words', (name, value, words) => {
    expect(() => readConfig({ [name]: value })).toThrow(`La configuración no es válida:\n  ${name}: ${words}`);
  });

  it('has backups every day beside the data, or as often and where it says', () => {
    expect(readConfig({ DATA_DIR: '/datos' })).toMatchObject({ BACKUP_DIR: '/datos/backups', BACKUP_EVERY: 86_400 });
    const other = readConfig({ BACKUP_DIR: '/otra', BACKUP_EVERY: '30m', BACKUP_KEEP: '2' });
    expect(other).toMatchObject({ BACKUP_DIR: '/otra', BACKUP_EVERY: 1_800, BACKUP_KEEP: 2 });
    expect(readConfig({ BACKUP_EVERY: '0' }).BACKUP_EVERY).toBe(0);
  });

  it('has its public address without what may stand behind it', () => {
    expect(readConfig({ PUBLIC_URL: 'https://Mi.Gimnasio.com/' }).PUBLIC_URL).toBe('https://mi.gimnasio.com');
    expect(readConfig({}).PUBLIC_URL).toBeUndefined();
  });

  it('has the secrets of as many applications of Mercado Pago as there are', () => {
    const secretsOf = (text?: string) => readConfig({ MERCADOPAGO_WEBHOOK_SECRET: text }).MERCADOPAGO_WEBHOOK_SECRET;
    expect(secretsOf(' clave-uno ,clave-dos, ')).toEqual(['clave-uno', 'clave-dos']);
    expect([secretsOf(), secretsOf('')]).toEqual([[], []]);
  });

  it('with half a bucket is refused, and with a whole one has its folder with one slash at the end', () => {
    const keys = { S3_ACCESS_KEY_ID: 'clave', S3_SECRET_ACCESS_KEY: 'secreto' };
    expect(() => readConfig(keys)).toThrow('S3_BUCKET: falta');
    expect(() => readConfig({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'clave' })).toThrow('van juntas');
    expect(readConfig({}).S3).toBeUndefined();
    for (const [given, prefix] of Object.entries({ '': '', '/': '', fotos: 'fotos/', '/mis/fotos//': 'mis/fotos/' }))
      expect(readConfig({ S3_BUCKET: 'b', S3_PREFIX: given, ...keys }).S3).toMatchObject({ prefix });
  });
});
