import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../apps/api/src/demo/random';
import { ALL_KINDS, kindOf, type Base } from './kinds';
import type { Entry, Ledger, Problem } from './ledger';
import type { Sent, Site } from './site';
import type { Tally } from './tally';

const WRITERS = 6;
/** A product that is away would refuse thousands of connections a second, which only heats the machine. */
const AWAY_MS = 100;
const MAX_TRIES = 50;
/** Share of keyed writes sent twice at once, and share of removable rows that are deleted. */
const TWICE = 0.2;
const REMOVED = 0.3;

const outcomeOf = ({ status }: Sent) => {
  if (status === undefined || status >= 500) return 'unknown';
  return status < 300 ? 'acknowledged' : 'refused';
};

export type Work = { base: Base; ledger: Ledger; random: Random; tally: Tally };

/** Does something while writers work; all they do is in the ledger. */
export async function underLoad<T>(site: Site, work: Work, breaking: () => Promise<T>): Promise<T> {
  const { random } = work;
  let isWorking = true;
  const one = async () => {
    while (isWorking) {
      const entry = newEntry(random);
      await write(site, work, entry, random.chance(TWICE));
      if (kindOf(entry.kind).removable && entry.id !== undefined && random.chance(REMOVED))
        await remove(site, work, entry);
      if (entry.outcome === 'unknown') await sleep(AWAY_MS);
    }
  };
  const working = Promise.all(Array.from({ length: WRITERS }, one));
  try {
    return await breaking();
  } finally {
    isWorking = false;
    await working;
  }
}

/** Waits until some more was written, so that a fault meets work on a slow machine too. */
export async function someWrites({ tally, random }: Pick<Work, 'tally' | 'random'>): Promise<void> {
  const enough = tally.written() + random.int(3, 60);
  while (tally.written() < enough) await sleep(random.int(1, 10));
}

let count = 0;

function newEntry(random: Random): Entry {
  const kind = random.weighted(ALL_KINDS, (one) => kindOf(one).weight);
  count += 1;
  return { kind, mark: `${kind}-${process.pid}-${count}`, nth: count, outcome: 'unknown' };
}

async function write(site: Site, { base, ledger, tally }: Work, entry: Entry, isTwice: boolean) {
  // The entry is stored before it is sent: the call may never come back.
  ledger.add(entry);
  const { keyed = false } = kindOf(entry.kind);
  const answers = await Promise.all(
    Array.from({ length: keyed && isTwice ? 2 : 1 }, () => sendEntry(site, base, entry)),
  );
  const outcomes = answers.map(outcomeOf);
  entry.outcome = outcomes.includes('acknowledged')
    ? 'acknowledged'
    : outcomes.includes('unknown')
      ? 'unknown'
      : 'refused';
  entry.id = answers.find(({ id }) => id !== undefined)?.id;
  for (const answer of answers) tally.answered(answer);
}

async function sendEntry(site: Site, base: Base, { kind, mark, nth }: Entry) {
  const { request, keyed = false } = kindOf(kind);
  const { path, json, form } = request(mark, base, nth);
  return site.send('POST', path, { json, form, ...(keyed && { key: mark }) });
}

async function remove(site: Site, { base, ledger, tally }: Work, entry: Entry) {
  ledger.touch(entry);
  entry.removal = 'unknown';
  const { path } = kindOf(entry.kind).request(entry.mark, base, entry.nth);
  const answer = await site.send('DELETE', `${path}/${entry.id}`);
  tally.answered(answer);
  const outcome = outcomeOf(answer);
  entry.removal = outcome === 'refused' ? undefined : outcome;
}

/**
 * Acts as a client that does not know whether its writes came through: it sends those with a key again, which must be
 * acknowledged now. Then all writes since are compared with the database.
 */
export async function settle(site: Site, { base, ledger }: Work): Promise<Problem[]> {
  for (const entry of ledger.unknown()) {
    if (!kindOf(entry.kind).keyed) continue;
    let answer = await sendEntry(site, base, entry);
    for (let tries = 0; answer.status === 503 && tries < MAX_TRIES; tries += 1) {
      await sleep(AWAY_MS);
      answer = await sendEntry(site, base, entry);
    }
    if (outcomeOf(answer) !== 'acknowledged') throw new Error(`${entry.mark}, sent again, is ${answer.status}`);
    entry.outcome = 'acknowledged';
  }
  return ledger.checkRecent(site);
}
