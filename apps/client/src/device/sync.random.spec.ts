import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mergeCells, textOf } from '@pulso/contract/coaching/merge';
import type { MyToday } from '@pulso/contract/coaching/courses';
import { doneSetsOf } from '@pulso/contract/coaching/sets';
import type { Cell, Workout, WorkoutRow } from '@pulso/contract/coaching/workouts';
import type { Browser, JSHandle, Page, Route } from '@playwright/test';
import { logIn } from '@pulso/testing/product';
import fc from 'fast-check';
import type * as LogModule from '#device/log';
import { enterBy, expect, test } from '#test/app';
import { clockSkews, phoneSteps, type Fault, type PhoneStep } from '@pulso/testing/phone-steps';

/** Sequences in all, ten for each person; more of them for whoever sets the variable. */
const SEQUENCES = Number(process.env.SYN_SEQUENCES ?? 8);
const SEQUENCES_EACH = 10;
const SEED = Number(process.env.SYN_SEED ?? 20_261_116);
const MINUTE_MS = 60_000;

const chunks = fileURLToPath(new URL('../../dist/assets/', import.meta.url));
/** The file in which the built app has its log: a page that imports it gets the very module that its screens use. */
const logAddress = () => `/mi/assets/${readdirSync(chunks).find((name) => /^log-[\w-]{8}\.js$/.test(name))}`;

type Written = { phone: Phone; id: string; cells: Record<string, Cell> };
type Phone = Awaited<ReturnType<typeof startPhone>>;
type Home = { browser: Browser; url: string; link: string; course: MyToday['courses'][number]; written: Written[] };

let noted = 0;

/** A browser of its own with the app of this person, whose requests meet what happens to them. */
async function startPhone({ browser, url, link, course, written }: Home) {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  await context.clock.install();
  const earlier: { address: string; text: string }[] = [];
  let line: Fault | 'off' = 'none';
  let release = 0;
  let page: Page;
  let log: JSHandle<typeof LogModule>;

  async function meet(route: Route): Promise<void> {
    const request = route.request();
    const fault = line;
    if (fault === 'off' || fault === 'lost-request') return route.abort('internetdisconnected');
    if (fault === 'busy') return route.fulfill({ status: 503, headers: { 'Retry-After': '40' } });
    const sent = request.method() === 'PUT' ? { address: request.url(), text: request.postData()! } : undefined;
    if (sent) earlier.push(sent);
    let response = await route.fetch();
    if (fault === 'doubled') response = await route.fetch();
    if (fault === 'lost-answer') return route.abort();
    await route.fulfill({ response });
    // One of long ago arrives again.
    const late = earlier[Math.floor(earlier.length / 2)];
    if (sent && late && fault === 'late')
      await context.request.put(late.address, { data: late.text, headers: { 'Content-Type': 'application/json' } });
  }
  // Of a page that is gone nobody hears any more.
  await context.route('**/api/my/workouts/**', (route) => meet(route).catch(() => undefined));
  // Another version of the app is told by its first script.
  await context.route('**/mi/version-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await context.route(
    ({ pathname }) => pathname === '/mi/',
    async (route) => {
      const response = await route.fetch();
      const script = `<script src="/mi/version-${release}.js"></script><script`;
      await route.fulfill({ response, body: (await response.text()).replace('<script', script) });
    },
  );

  /** Opens the app's own log in its page. */
  const openLog = () =>
    page.evaluateHandle(async (address) => {
      const opened = (await import(address)) as typeof LogModule;
      const person = JSON.parse(localStorage.getItem('pulso-mi-persona')!) as { id: number };
      await opened.openLogOf(person.id);
      return opened;
    }, logAddress());

  const setConnected = (isConnected: boolean) => context.setOffline(!isConnected);
  /** The page is there again. Its files come from the server also without signal, which no test of the log has to keep. */
  async function live({ isNewPage = true } = {}) {
    await setConnected(true);
    if (isNewPage) {
      await page.close();
      page = await context.newPage();
      await page.goto('/mi/', { waitUntil: 'domcontentloaded' });
    } else await page.reload({ waitUntil: 'domcontentloaded' });
    log = await openLog();
    await setConnected(line !== 'off');
  }

  const openId = () => log.evaluate((opened) => opened.openWorkoutOf(opened.readLog().workouts, new Date())?.id);
  const begin = () =>
    log.evaluate(async (opened, { course: key, training_id, title }) => {
      const turns = opened.readLog().workouts.map(({ workout }) => workout.turn ?? 0);
      const targets = [{ reps: 10, reps_max: null, seconds: null, weight: 40, rest: 60 }];
      const begun = await opened.beginWorkout({
        ...{ course: key, turn: Math.max(0, ...turns) + 1, training_id, day_number: 1, title },
        places: [{ key: '1-7', exercise_id: 7, targets, superset: false, note: '' }],
      });
      return begun.id;
    }, course);
  const phone = {
    async write(id: string, values: Parameters<typeof LogModule.changeWorkout>[1]) {
      const changed = await log.evaluate((opened, [of, cells]) => opened.changeWorkout(of, cells), [
        id,
        values,
      ] as const);
      // It was ticked from here on.
      const cells = Object.fromEntries(Object.keys(values).map((name) => [name, changed.cells[name]!]));
      written.push({ phone, id: changed.id, cells });
    },
    async set(n: number, state: 'done' | 'todo' | 'gone') {
      const values = { exercise_id: 7, reps: 10 + (noted++ % 5), seconds: null, weight: 40 };
      const at = new Date().toISOString();
      await phone.write((await openId()) ?? (await begin()), { [`s:1-7.${n}`]: { state, ...values, at } });
    },
    async end() {
      const id = await openId();
      if (id) await phone.write(id, { end: { ended_at: new Date().toISOString(), effort: 2, gone: false } });
    },
    begin,
    async setLine(next: Fault | 'off') {
      line = next;
      await setConnected(next !== 'off');
      if (next === 'none') await phone.wake();
    },
    wake: () => page.evaluate(() => void window.dispatchEvent(new Event('pageshow'))),
    pass: (ms: number) => page.clock.fastForward(ms),
    setSkew: (ms: number) => page.clock.setSystemTime(Date.now() + ms),
    live,
    /** Killed in the middle of sending. */
    async kill() {
      await phone.pass(MINUTE_MS);
      await live();
    },
    /** Killed in the middle of a change: whether it is there, the next start says. */
    async tear() {
      const id = await openId();
      if (!id) return;
      const text = `Nota ${(noted += 1)}`;
      await log.evaluate((opened, [of, note]) => void opened.changeWorkout(of, { note: { text: note } }), [
        id,
        text,
      ] as const);
      await live();
      const is = await log.evaluate((opened, of) => opened.currentId(of), id);
      const note = (await phone.workouts()).find((one) => one.id === is)?.cells.note;
      if (note && 'text' in note && note.text === text) written.push({ phone, id, cells: { note } });
    },
    async update() {
      release += 1;
      await live({ isNewPage: false });
    },
    /** Has signal, is looked at, and sends and asks until both are done. */
    async settle() {
      await phone.setLine('none');
      await phone.pass(10 * MINUTE_MS);
      await phone.wake();
      await log.evaluate((opened) => opened.sendAll(10_000));
    },
    currentId: (id: string) => log.evaluate((opened, of) => opened.currentId(of), id),
    workouts: () => log.evaluate((opened) => opened.readLog().workouts.map(({ workout }) => workout)),
    close: () => context.close(),
  };
  page = await context.newPage();
  await enterBy(page, link);
  log = await openLog();
  return phone;
}

async function run(phones: readonly Phone[], step: PhoneStep) {
  if (step.kind === 'pass') return Promise.all(phones.map((phone) => phone.pass(step.minutes * MINUTE_MS)));
  const phone = phones[step.device]!;
  if (step.kind === 'set') return phone.set(step.set, step.state);
  if (step.kind === 'line') return phone.setLine(step.fault);
  if (step.kind === 'begin') return phone.begin();
  if (step.kind === 'end') return phone.end();
  if (step.kind === 'kill') return phone.kill();
  if (step.kind === 'torn') return phone.tear();
  if (step.kind === 'update') return phone.update();
  return phone.live({ isNewPage: false });
}

const byId = (one: Workout, other: Workout) => (one.id < other.id ? -1 : 1);

const sequences = fc.sample(fc.tuple(phoneSteps, clockSkews), { seed: SEED, numRuns: SEQUENCES });
for (let first = 0; first < SEQUENCES; first += SEQUENCES_EACH) {
  const own = sequences.slice(first, first + SEQUENCES_EACH);
  test(`SYN-02 W2 in a real browser random sequences ${first + 1} to ${first + own.length} on two phones end with server = phones, no set lost and none doubled`, async ({
    browser,
    product,
    seed,
  }) => {
    test.setTimeout(own.length * MINUTE_MS);
    const { client } = await seed.addFollower();
    const me = await logIn(product.url, client);
    const ask = async <Data>(path: string) => ((await (await me.get(path)).json()) as { data: Data }).data;
    const [course] = (await ask<MyToday>('/my/today')).courses;
    const home = { browser, url: product.url, course: course!, written: [] as Written[] };
    const phones = [
      await startPhone({ ...home, link: (await seed.giveAccess(client)).link }),
      await startPhone({ ...home, link: (await seed.giveAccess(client)).link }),
    ];
    let sets = 0;
    for (const [steps, skews] of own) {
      for (const [index, phone] of phones.entries()) await phone.setSkew(skews[index]!);
      for (const step of steps) await run(phones, step);
      for (const phone of [...phones, ...phones]) await phone.settle();

      const versions = await ask<{ id: string }[]>('/my/workouts/versions');
      const documents = await Promise.all(versions.map(({ id }) => ask<Workout>(`/my/workouts/${id}`)));
      documents.sort(byId);
      for (const phone of phones) expect((await phone.workouts()).toSorted(byId)).toEqual(documents);
      // T2: a turn is held once.
      const turns = (await ask<WorkoutRow[]>('/my/workouts?limit=100')).flatMap(({ turn }) => turn ?? []);
      expect(new Set(turns).size).toBe(turns.length);
      const expected: Record<string, Record<string, Cell>> = {};
      for (const { phone, id, cells } of home.written) {
        const is = await phone.currentId(id);
        expected[is] = mergeCells(expected[is] ?? {}, cells);
      }
      for (const { id, cells } of documents) expect(textOf(cells)).toBe(textOf(expected[id] ?? {}));
      expect(documents).toEqual(
        expect.arrayContaining(Object.keys(expected).map((id) => expect.objectContaining({ id }))),
      );
      sets = documents.reduce((sum, { cells }) => sum + doneSetsOf({ cells }).flatMap((one) => one.sets).length, 0);
    }
    expect(sets).toBeGreaterThan(own.length);
    for (const phone of phones) await phone.close();
  });
}
