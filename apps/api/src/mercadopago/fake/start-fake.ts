import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCall, readBody } from '#mercadopago/fake/api-calls';
import { openDeliveries } from '#mercadopago/fake/deliveries';
import type {
  FakeDelivery,
  FakeMercadoPago,
  FakeOptions,
  FakePayment,
  FakeTrouble,
} from '#mercadopago/fake/fake-mercadopago';
import { choiceOf, PAY_PAGE_POLICY, payPage } from '#mercadopago/fake/pay-page';
import type { StoredPayment } from '#mercadopago/fake/payments.rules';
import { openStore, type Kept } from '#mercadopago/fake/store';
import { misbehave, sendError, type Call } from '#mercadopago/fake/troubles';

/** The path of the page that a link leads to. */
export const PAY_PATH = '/pagar/';
/** How often what is due is looked for, where the clock runs by itself. */
const LOOK_MS = 30_000;

const shown = ({ id, status, external_reference: reference }: StoredPayment): FakePayment => ({
  id: String(id),
  status,
  reference,
});

/** State that an earlier start left; none where there is no file, or it cannot be read. */
function readKept(file: string | undefined): Kept | undefined {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return undefined;
  }
}

function keep(file: string | undefined, kept: Kept) {
  if (file === undefined) return;
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Mercado Pago on the loopback, with what `FakeMercadoPago` says. */
export async function startFakeMercadoPago(options: FakeOptions = {}): Promise<FakeMercadoPago> {
  const { port = 0, collector = 200_000_001, file, backTo, textIds = false } = options;
  const token = options.token ?? `APP_USR-${randomBytes(24).toString('hex')}`;
  const secret = options.secret ?? randomBytes(32).toString('hex');
  let clock: Date | undefined;
  const now = () => clock ?? options.now?.() ?? new Date();
  let { webhook } = options;
  let trouble: FakeTrouble | undefined;
  let lagSeconds = 0;
  const calls: string[] = [];
  let address = '';

  const payAt = options.payAt ?? ((id: string) => `${address}${PAY_PATH}${id}`);
  const store = openStore({ now, collector, payAt }, readKept(file));
  const addressOf = (payment: StoredPayment) => store.linkOf(payment)?.notification_url || webhook;
  const deliveries = openDeliveries({ now, secret, addressOf, send: options.send });

  const notify = (payment: StoredPayment, how: boolean | FakeDelivery = true) =>
    how === false ? Promise.resolve([]) : deliveries.deliver(payment, how === true ? {} : how);
  const changed = (payment: StoredPayment) => {
    keep(file, store.kept());
    void notify(payment);
  };
  const find = (id: string): StoredPayment => {
    const payment = store.payment(id);
    if (!payment) throw new Error(`There is no payment ${id}.`);
    return payment;
  };

  function interrupt(response: ServerResponse, call: Call): boolean {
    if (!trouble || (trouble.of && !trouble.of.includes(call))) return false;
    const { how, times = Infinity } = trouble;
    trouble = times > 1 ? { ...trouble, times: times - 1 } : undefined;
    misbehave(response, how);
    return true;
  }

  async function answerPage(request: IncomingMessage, response: ServerResponse, id: string) {
    const preference = store.preference(id);
    if (request.method === 'POST' && preference) {
      const sent = new URLSearchParams(await readBody(request));
      const choice = choiceOf(sent, preference, store.findOf(preference), now());
      if (choice) changed(choice.turn ? store.turn(choice.id, choice.turn) : store.pay(id, choice));
      // Loading the page again pays nothing again.
      response.writeHead(303, { location: id });
      return response.end();
    }
    response.writeHead(preference ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAY_PAGE_POLICY,
      'cache-control': 'no-store',
    });
    return response.end(payPage(preference, preference ? store.findOf(preference) : [], now(), backTo));
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = (request.url ?? '/').split('?')[0]!;
    if (path.startsWith(PAY_PATH)) return answerPage(request, response, path.slice(PAY_PATH.length));
    calls.push(`${request.method} ${path}`);
    const given = { store, token, collector, now, textIds, lagSeconds: () => lagSeconds, changed };
    await answerCall(given, request, response, (call) => interrupt(response, call));
    if (request.method !== 'GET') keep(file, store.kept());
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else sendError(response, 500, 'internal_error', 'Internal error');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const looking = setInterval(() => void deliveries.deliverDue(), LOOK_MS).unref();

  return {
    address,
    token,
    secret,
    pay: async (preferenceId, purchase = {}) => {
      const payment = store.pay(preferenceId, purchase);
      keep(file, store.kept());
      await notify(payment, purchase.notify);
      return shown(payment);
    },
    turn: async (id, turn, how) => {
      const payment = store.turn(id, turn);
      keep(file, store.kept());
      await notify(payment, how);
      return shown(payment);
    },
    noticesOf: (id, delivery) => deliveries.sign(find(id), delivery),
    deliver: (id, delivery) => deliveries.deliver(find(id), delivery),
    setClock: async (date) => {
      clock = date;
      await deliveries.deliverDue();
    },
    trouble: (next) => {
      trouble = next;
    },
    searchLag: (seconds) => {
      lagSeconds = seconds;
    },
    setWebhook: (next) => {
      webhook = next;
    },
    calls: () => [...calls],
    close: async () => {
      clearInterval(looking);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await deliveries.settled();
    },
  };
}
