import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createLocalJWKSet, importSPKI, jwtVerify } from 'jose';

/** A provider's answer to a message; `undefined` accepts it. */
export type ReactionRule = (device: string, attempt: number) => Reaction | undefined;
export type Reaction = { status: number; headers?: Record<string, string>; body?: unknown } | 'hang' | 'endless';

export type Call = { device: string; at: number; headers: IncomingMessage['headers']; body: Buffer };

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function* endlessBody() {
  for (;;) yield Buffer.alloc(65_536, 'a');
}

const fcmError = (status: number, errorCode: string, message = errorCode, reason = errorCode) => ({
  status,
  body: {
    error: {
      code: status,
      status: reason,
      message,
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
    },
  },
});
export const fcmErrors = {
  unregistered: fcmError(404, 'UNREGISTERED'),
  invalidToken: fcmError(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token'),
  senderMismatch: fcmError(403, 'SENDER_ID_MISMATCH'),
  denied: fcmError(403, 'PERMISSION_DENIED'),
  thirdParty: fcmError(401, 'THIRD_PARTY_AUTH_ERROR', 'Auth error from APNS or Web Push Service', 'UNAUTHENTICATED'),
  unavailable: fcmError(503, 'UNAVAILABLE'),
};

const serviceKey = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const PROJECT_ID = 'gimnasio-prueba';
const SERVICE_EMAIL = 'pulso@gimnasio-prueba.iam.gserviceaccount.com';

/**
 * Firebase, its tokens and a push service for browsers, on one loopback address, speaking their protocols: what they
 * would refuse is refused here too.
 */
export async function startPushServices(mood: ReactionRule = () => undefined, { keep = true } = {}) {
  const accepted: Call[] = [];
  const arrivals = new Map<string, number>();
  const signatures = new Set<string>();
  const attempts = new Map<string, number>();
  const state = { mood, token: 'ya29.primero', tokensAsked: 0, granting: true };
  const problems: string[] = [];

  const answer = (response: ServerResponse, { status, headers = {}, body = {} }: Exclude<Reaction, string>) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));

  const react = (call: Call, response: ServerResponse, success: number) => {
    const attempt = (attempts.get(call.device) ?? 0) + 1;
    attempts.set(call.device, attempt);
    const reaction = state.mood(call.device, attempt);
    if (reaction === 'hang') return;
    if (reaction && reaction !== 'endless') return void answer(response, reaction);
    if (keep) accepted.push(call);
    arrivals.set(call.device, (arrivals.get(call.device) ?? 0) + 1);
    if (reaction === 'endless') return void Readable.from(endlessBody()).pipe(response.writeHead(success));
    answer(response, { status: success, body: { name: `projects/${PROJECT_ID}/messages/${arrivals.size}` } });
  };

  const grant = async (body: Buffer, response: ServerResponse) => {
    state.tokensAsked += 1;
    if (!state.granting) return answer(response, { status: 400, body: { error: 'invalid_grant' } });
    const form = new URLSearchParams(body.toString());
    const publicKey = serviceKey.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const { payload } = await jwtVerify(form.get('assertion') ?? '', await importSPKI(publicKey, 'RS256'), {
      issuer: SERVICE_EMAIL,
      audience: `${address}/token`,
    });
    if (payload.scope !== 'https://www.googleapis.com/auth/firebase.messaging') problems.push('scope');
    answer(response, { status: 200, body: { access_token: state.token, expires_in: 3_599, token_type: 'Bearer' } });
  };

  const sendFcm = (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    if (request.headers.authorization !== `Bearer ${state.token}`)
      return void answer(response, fcmError(401, 'UNAUTHENTICATED'));
    const { message } = JSON.parse(body.toString()) as { message: { token: string; data?: Record<string, unknown> } };
    const { token, data = {}, ...rest } = message;
    const flat = Object.entries(data).every(
      ([name, value]) => typeof value === 'string' && !/^(from|gcm|google)/.test(name),
    );
    if (!flat || Buffer.byteLength(JSON.stringify({ data, ...rest })) > 4_400) problems.push(`payload of ${token}`);
    react({ device: token, at: Date.now(), headers: request.headers, body }, response, 200);
  };

  const checkVapid = async (authorization: string) => {
    const [, token = '', point = ''] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(authorization) ?? [];
    const raw = Buffer.from(point, 'base64url');
    const [x, y] = [raw.subarray(1, 33).toString('base64url'), raw.subarray(33).toString('base64url')];
    const keys = [{ kty: 'EC', crv: 'P-256', x, y, alg: 'ES256' }];
    await jwtVerify(token, createLocalJWKSet({ keys }), { audience: address });
  };

  const sendWeb = async (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const { authorization = '', ttl, topic, 'content-encoding': encoding } = request.headers;
    if (!signatures.has(authorization)) await checkVapid(authorization);
    signatures.add(authorization);
    if (encoding !== 'aes128gcm' || !/^\d+$/.test(ttl as string) || !/^[\w-]{1,32}$/.test(topic as string))
      problems.push(`headers of ${request.url}`);
    if (body.length > 4_096) return void answer(response, { status: 413 });
    react({ device: `${address}${request.url}`, at: Date.now(), headers: request.headers, body }, response, 201);
  };

  const server = createServer((request, response) => {
    void (async () => {
      try {
        const body = await readBody(request);
        if (request.url === '/token') await grant(body, response);
        else if (request.url === `/v1/projects/${PROJECT_ID}/messages:send`) sendFcm(request, body, response);
        else if (request.url?.startsWith('/wpush/')) await sendWeb(request, body, response);
        else answer(response, { status: 404 });
      } catch (error) {
        problems.push((error as Error).message);
        answer(response, { status: 403 });
      }
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    address,
    state,
    accepted,
    attempts,
    /** Messages that a real provider would have refused. */
    problems,
    /** Deliveries by device. */
    arrivals: () => arrivals,
    saveAccount: async (file: string) => {
      const private_key = serviceKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const account = { type: 'service_account', project_id: PROJECT_ID, client_email: SERVICE_EMAIL, private_key };
      await writeFile(file, JSON.stringify({ ...account, token_uri: `${address}/token` }), { mode: 0o600 });
      return file;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
