import fc from 'fast-check';
import type { DocumentedRoute } from '../../apps/api/src/http/routes/route-docs';
import type { RegressionCase } from './cases';
import { createOracle, type Answer } from './oracle';
import { requestGenerators, type FuzzRequest } from './requests';
import { completeRequest } from './completions';
import { isUndone, createWorld, type World } from './world';

/** The product under test, however it is reached. */
export type FuzzTarget = {
  routes: DocumentedRoute[];
  send: (request: FuzzRequest) => Promise<Answer>;
  /** A text for everything that a request may change, which changes with it. */
  fingerprint: () => Promise<Record<string, string>>;
  /** Tables whose every change leaves an event by triggers. */
  recorded: string[];
  /** Tokens that are valid now, whatever was done to their users and sessions. */
  renew: () => Promise<World['tokens']>;
};

export type Finding = { seed: number; step: number; problem: string; requests: FuzzRequest[]; answers: Answer[] };
type Options = { seed: number; requests: number; report?: (finding: Finding) => void };

const PARALLEL_REFUSALS = 8;
/** Things of each kind to begin with. */
const INITIAL_ROWS = 3;

/** A row without what its write alone tells: that the file of an import was sent before. */
const rowText = (row: unknown) => JSON.stringify(row, (name, value: unknown) => (name === 'again' ? undefined : value));

/**
 * Tables without triggers that may also change without an event of the call: what a client's training and health are, which no event
 * may tell, answers that are kept for retries, and tickets, of which the download is told.
 */
const UNTOLD = new Set(
  'client_training downloads idempotent_answers measures workout_exercises workout_names workouts'.split(' '),
);

/** A route that told of its change so often is not looked at any more: each look reads every table. */
const OFTEN_ENOUGH = 2;

/** One number for each step, so that a step can be drawn again without those before it. */
const stepSeed = (seed: number, step: number) =>
  (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(step + 1, 0xc2b2ae35)) | 0;
const drawSample = <T>(made: fc.Arbitrary<T>, seed: number): T => fc.sample(made, { numRuns: 1, seed })[0] as T;

const changedBetween = (before: Record<string, string> | undefined, now: Record<string, string>) =>
  Object.keys(now).filter((name) => now[name] !== before?.[name]);

/** An address that works once is used up by reading it. */
const isSingleUse = ({ url }: FuzzRequest) => url.startsWith('/api/download');
const isWrite = (request: FuzzRequest) =>
  (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS') || isSingleUse(request);
const isSuccess = (answer: Answer) => answer.status < 300;

/** Sends generated requests, alone and in pairs, and judges every answer. */
export async function fuzz(target: FuzzTarget, { seed, requests, report = () => undefined }: Options) {
  const routes = target.routes.filter(({ url, summary }) => url.startsWith('/api') && summary);
  const world = createWorld(await target.renew());
  const judge = createOracle(target.routes);
  const served = (method: string, url: string) => routes.find((one) => one.method === method && one.url === url);
  const made = new Map(routes.map((route) => [route, requestGenerators(route, world, served)]));
  const done = new Map(routes.map((route) => [`${route.method} ${route.url}`, { sent: 0, succeeded: 0 }]));
  const statuses = new Map<number, number>();
  const findings: Finding[] = [];
  /** How often a route's event was seen. */
  const told = new Map<DocumentedRoute, number>();
  let sent = 0;
  let step = 0;
  let checked = 0;

  const found = (problem: string, tried: FuzzRequest[], answers: Answer[]) => {
    const finding = { seed, step, problem, requests: tried, answers };
    findings.push(finding);
    report(finding);
  };

  /** Refused or read-only requests since the fingerprint; none of them may have changed it. */
  let idle: FuzzRequest[] = [];
  let print: Record<string, string> | undefined;
  const compare = async () => {
    if (idle.length > 0) {
      const now = await target.fingerprint();
      const changed = changedBetween(print, now);
      if (changed.length > 0) found(`${changed.join(', ')} changed, though all was refused or only read`, idle, []);
      checked += idle.length;
      print = now;
    }
    idle = [];
  };

  const ask = async (request: FuzzRequest): Promise<Answer> => {
    sent += 1;
    const answer = await target.send(request);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const count = request.route && done.get(`${request.route.method} ${request.route.url}`);
    if (count) {
      count.sent += 1;
      if (isSuccess(answer)) count.succeeded += 1;
    }
    // The order of two simultaneous requests is unknown.
    const isAlone = request.kind !== 'race';
    const problem = judge(request, answer) ?? (isAlone ? world.contradiction(request, answer) : undefined);
    if (problem) found(problem, [request], [answer]);
    if (isAlone) world.learn(request, answer);
    // A call that changes the administrator, or logs him out, has done so rightly.
    const isOurs = request.headers.authorization === world.headersOf('admin').authorization;
    if (isOurs && (answer.status === 401 || answer.status === 403 || request.url.includes('/auth/logout'))) {
      if (!isSuccess(answer)) await compare();
      Object.assign(world.tokens, await target.renew());
      idle = [];
      print = undefined;
    }
    return answer;
  };

  const alone = async (request: FuzzRequest) => {
    // A write that may succeed must not cover up an earlier unwanted change.
    if (idle.length >= PARALLEL_REFUSALS || (request.kind === 'valid' && isWrite(request))) await compare();
    print ??= await target.fingerprint();
    const before = print;
    const answer = await ask(request);
    if (isSuccess(answer) && isWrite(request)) {
      const seen = request.route ? (told.get(request.route) ?? 0) : OFTEN_ENOUGH;
      if (idle.length === 0 && print !== undefined && seen < OFTEN_ENOUGH) {
        print = await target.fingerprint();
        const changed = changedBetween(before, print);
        const isTold = changed.includes('events');
        if (isTold && request.route) told.set(request.route, seen + 1);
        const untold = isTold ? [] : changed.filter((name) => !UNTOLD.has(name) && !target.recorded.includes(name));
        if (untold.length > 0) found(`${untold.join(', ')} changed, and no event tells it`, [request], [answer]);
      } else print = undefined;
      idle = [];
    } else if (print !== undefined) idle.push(request);
    return answer;
  };

  /** Adds to a request what a person would see before sending it. */
  const withShown = (request: FuzzRequest) =>
    completeRequest(request, ({ method, url, json }) => {
      const headers = { ...world.headersOf('admin'), ...(json && { 'content-type': 'application/json' }) };
      const route = served(method, url.replace(/\/\d+/, '/:id'));
      return alone({ route, method, url, headers, kind: 'look', payload: json && JSON.stringify(json) });
    });

  /** Reads a row just written: it must equal the write's answer. */
  const readBack = async (request: FuzzRequest, answer: Answer) => {
    const { route } = request;
    const id = (answer.data as { id?: number } | null | undefined)?.id;
    const path = route?.url.split('/:')[0];
    const reads = routes.find(({ method, url }) => method === 'GET' && url === `${path}/:id`);
    if (!route || !reads || reads.answer !== route.answer || id === undefined || !isSuccess(answer)) return;
    const read = {
      route: reads,
      method: 'GET',
      url: `${path}/${id}`,
      headers: world.headersOf('admin'),
      kind: 'read back',
    };
    const seen = await ask(read);
    const isGone = route.method === 'DELETE' && !isUndone(answer.data);
    const expected = isGone ? undefined : rowText(answer.data);
    if (rowText(seen.data) !== expected) found('What was written is not what is read', [request, read], [answer, seen]);
  };

  /** Sends two requests at once, about the same thing. */
  const race = async (first: FuzzRequest, choice: number) => {
    const { route } = first;
    if (!route) return;
    const path = route.url.split('/:')[0] ?? '';
    const own = routes.filter(({ url, method }) => url === `${path}/:id` && method !== 'GET');
    const id = world.idOf(`${path}/:id`, choice);
    const about = (request: FuzzRequest): FuzzRequest => ({
      ...request,
      url: request.url.replace(/\/\d+(?=\/|$|\?)/, `/${id}`),
    });
    const rival = own[choice % Math.max(own.length, 1)];
    const twin = choice % 3 === 0 || !rival;
    const second = twin ? first : drawSample(made.get(rival)!.valid, choice);
    const pair = [first, second].map(about);
    const detail = routes.find(({ url, method }) => url === `${path}/:id` && method === 'GET');
    const look = {
      route: detail,
      method: 'GET',
      url: `${path}/${id}`,
      headers: world.headersOf('admin'),
      kind: 'race: look',
    };
    const version = detail && ((await ask(look)).data as { version?: number } | undefined)?.version;
    const guarded =
      version !== undefined && pair.every((one) => one.method === 'PATCH' && one.route?.url === `${path}/:id`);
    if (guarded) for (const one of pair) one.headers = { ...one.headers, 'if-match': `"${version}"` };
    const keyed = twin && first.method === 'POST' && (routeTakesKey(route) || choice % 2 === 0);
    if (keyed) for (const one of pair) one.headers = { ...one.headers, 'idempotency-key': `doble-${seed}-${step}` };
    const answers = await Promise.all(pair.map((one) => ask({ ...one, kind: 'race' })));
    const won = answers.filter(isSuccess).length;
    if (guarded && won > 1) found('Two changes of the same version were both made', pair, answers);
    const removals = pair.every(({ method, route: one }) => method === 'DELETE' && one?.url === `${path}/:id`);
    if (removals && won > 1 && !answers.some(({ data }) => isUndone(data)))
      found('The same thing was deleted twice', pair, answers);
    const ids = answers.map(({ data }) => (data as { id?: number } | null | undefined)?.id);
    if (keyed && routeTakesKey(route) && won === 2 && ids[0] !== ids[1])
      found('One key made two things', pair, answers);
    const after = detail && (await ask({ ...look, headers: world.headersOf('admin'), kind: 'race' })).status;
    world.settle(path, id, after);
  };

  const end = async () => {
    await compare();
    // Users and sessions are needed again by whoever asks next.
    print = undefined;
    idle = [];
  };

  // First things to work with: a row that refers to another succeeds once that is there.
  for (let pass = 0; pass < INITIAL_ROWS * 3; pass++)
    for (const route of routes.filter(({ creates }) => creates)) {
      step += 1;
      const { valid, withImage } = made.get(route)!;
      if ((world.live.get(route.url) ?? []).length >= INITIAL_ROWS) continue;
      await alone(await withShown(drawSample(pass % 2 === 0 ? valid : withImage, stepSeed(seed, -step))));
    }

  while (sent < requests) {
    step += 1;
    const own = stepSeed(seed, step);
    const choice = own >>> 1;
    const route = routes[choice % routes.length]!;
    const { valid, any } = made.get(route)!;
    if (choice % 17 === 0 && route.method !== 'GET') {
      await compare();
      print = undefined;
      await race(drawSample(valid, own), choice);
      continue;
    }
    const request = await withShown(drawSample(any, own));
    const answer = await alone(request);
    if (choice % 5 === 0 && isWrite(request)) await readBack(request, answer);
  }
  await end();
  return { sent, checked, findings, done, statuses, told: told.size };
}

/** Sends earlier findings again; answers the problems that remain. */
export async function replayCases(target: FuzzTarget, cases: RegressionCase[]): Promise<string[]> {
  const judge = createOracle(target.routes);
  const world = createWorld(await target.renew());
  const problems: string[] = [];
  for (const { found, operation, url, json } of cases) {
    const route = target.routes.find(({ method, url: path }) => `${method} ${path}` === operation);
    if (!route) throw new Error(`There is no ${operation} any more: see cases.ts`);
    const headers = { ...world.headersOf('admin'), ...(json !== undefined && { 'content-type': 'application/json' }) };
    const payload = json === undefined ? undefined : JSON.stringify(json);
    const sent = { route, method: route.method, url, headers, payload, kind: 'case' };
    const problem = judge(sent, await target.send(sent));
    if (problem) problems.push(`${operation} ${problem} (once: ${found})`);
  }
  return problems;
}

/** Routes that keep their answer under the request's key. */
const routeTakesKey = ({ url }: DocumentedRoute) => /payment|activate|send-to-all/.test(url);
