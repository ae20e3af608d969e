import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../apps/api/src/demo/random';
import { ALL_KINDS, writeKindOf, type BaseRows } from './kinds';
import type { LedgerEntry, Ledger, Problem } from './ledger';
import type { SendResult, Site } from './site';
import type { Tally } from './tally';

const WRITER_COUNT = 6;
/** A product that is away would refuse thousands of connections a second, which only heats the machine. */
const RECONNECT_DELAY_MS = 100;
const MAX_TRIES = 50;
/** Share of keyed writes sent twice at once, and share of removable rows that are deleted. */
const DUPLICATE_SHARE = 0.2;
const REMOVAL_SHARE = 0.3;

const outcomeOf = ({ status }: SendResult) => {
  if (status === undefined || status >= 500) return 'unknown';
  return status < 300 ? 'acknowledged' : 'refused';
};

export type Workload = { base: BaseRows; ledger: Ledger; random: Random; tally: Tally };

/** Does something while writers work; all they do is in the ledger. */
export async function runUnderLoad<T>(site: Site, work: Workload, breaking: () => Promise<T>): Promise<T> {
  const { random } = work;
  let isWorking = true;
  const one = async () => {
    while (isWorking) {
      const entry = newEntry(random);
      await writeEntry(site, work, entry, random.chance(DUPLICATE_SHARE));
      if (writeKindOf(entry.kind).removable && entry.id !== undefined && random.chance(REMOVAL_SHARE))
        await removeEntry(site, work, entry);
      if (entry.outcome === 'unknown') await sleep(RECONNECT_DELAY_MS);
    }
  };
  const working = Promise.all(Array.from({ length: WRITER_COUNT }, one));
  try {
    return await breaking();
  } finally {
    isWorking = false;
    await working;
  }
}

/** Waits until some more was written, so that a fault meets work on a slow machine too. */
export async function waitForSomeWrites({ tally, random }: Pick<Workload, 'tally' | 'random'>): Promise<void> {
  const enough = tally.written() + random.int(3, 60);
  while (tally.written() < enough) await sleep(random.int(1, 10));
}

let entryCount = 0;

function newEntry(random: Random): LedgerEntry {
  const kind = random.weighted(ALL_KINDS, (one) => writeKindOf(one).weight);
  entryCount += 1;
  return { kind, mark: `${kind}-${process.pid}-${entryCount}`, nth: entryCount, outcome: 'unknown' };
}

async function writeEntry(site: Site, { base, ledger, tally }: Workload, entry: LedgerEntry, isTwice: boolean) {
  // The entry is stored before it is sent: the call may never come back.
  ledger.add(entry);
  const { keyed = false } = writeKindOf(entry.kind);
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

async function sendEntry(site: Site, base: BaseRows, { kind, mark, nth }: LedgerEntry) {
  const { request, keyed = false } = writeKindOf(kind);
  const { path, json, form } = request(mark, base, nth);
  return site.send('POST', path, { json, form, ...(keyed && { key: mark }) });
}

async function removeEntry(site: Site, { base, ledger, tally }: Workload, entry: LedgerEntry) {
  ledger.touch(entry);
  entry.removal = 'unknown';
  const { path } = writeKindOf(entry.kind).request(entry.mark, base, entry.nth);
  const answer = await site.send('DELETE', `${path}/${entry.id}`);
  tally.answered(answer);
  const outcome = outcomeOf(answer);
  entry.removal = outcome === 'refused' ? undefined : outcome;
}

/**
 * Acts as a client that does not know whether its writes came through: it sends those with a key again, which must be
 * acknowledged now. Then all writes since are compared with the database.
 */
export async function settleEntries(site: Site, { base, ledger }: Workload): Promise<Problem[]> {
  for (const entry of ledger.unknown()) {
    if (!writeKindOf(entry.kind).keyed) continue;
    let answer = await sendEntry(site, base, entry);
    for (let tries = 0; answer.status === 503 && tries < MAX_TRIES; tries += 1) {
      await sleep(RECONNECT_DELAY_MS);
      answer = await sendEntry(site, base, entry);
    }
    if (outcomeOf(answer) !== 'acknowledged') throw new Error(`${entry.mark}, sent again, is ${answer.status}`);
    entry.outcome = 'acknowledged';
  }
  return ledger.checkRecent(site);
}
