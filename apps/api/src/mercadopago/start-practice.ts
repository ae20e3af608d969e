import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import type { Config } from '#config';
import { startFakeMercadoPago } from '#mercadopago/fake/start-fake';

/** Path of the page that a practice link leads to. */
const PAGE = '/practica/pagar/';
const fileIn = (folder: string) => join(folder, 'secrets', 'practice-payments.json');
const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::';
const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** Address by which a phone in the same network finds this machine. A container knows only its own network, where there is no phone. */
function ownHost(host: string): string {
  if (!isEverywhere(host)) return inAddress(host);
  const found = existsSync('/.dockerenv')
    ? undefined
    : Object.values(networkInterfaces())
        .flat()
        .find((one) => one && one.family === 'IPv4' && !one.internal);
  return found?.address ?? 'localhost';
}

/** Has paying tried without an account: links lead to a page of this server's own, and notices come to it signed. */
export function startPractice({ HOST, PORT, PUBLIC_URL, DATA_DIR }: Config) {
  const outside = PUBLIC_URL ?? `http://${ownHost(HOST)}:${PORT}`;
  const inside = `http://${isEverywhere(HOST) ? '127.0.0.1' : inAddress(HOST)}:${PORT}`;
  return startFakeMercadoPago({
    file: fileIn(DATA_DIR),
    payAt: (id) => `${outside}${PAGE}${id}`,
    backTo: '/mi/plan?pago=volver',
    webhook: `${inside}/api/mercadopago/webhook`,
  });
}

/** Drops what was practised, where the business is one's own by now. */
export const forgetPractice = ({ DATA_DIR }: Config) => rm(fileIn(DATA_DIR), { force: true });
