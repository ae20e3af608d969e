import { ALL_KINDS, INVARIANTS, writeKindOf, type Kind } from './kinds';
import type { Site } from './site';

/** `unknown`: the connection was cut, or the answer was 5xx; nobody can say whether it came through. */
type Outcome = 'acknowledged' | 'unknown' | 'refused';

export type LedgerEntry = {
  mark: string;
  kind: Kind;
  nth: number;
  outcome: Outcome;
  /** Id of the row, if the answer told it. */
  id?: number;
  removal?: Outcome;
};

export type Problem = {
  what: 'lost' | 'half written' | 'doubled' | 'came back' | 'refused, yet there' | 'not flushed';
  mark: string;
};

type FoundRow = { mark: string; copies: number; whole: boolean; image: string | null };

/** Everything that was sent and what was said about it, to be compared with what is there. */
export function createLedger() {
  const entries = new Map<string, LedgerEntry>();
  let unchecked: LedgerEntry[] = [];

  const problemsOf = (entry: LedgerEntry, found: FoundRow | undefined): Problem['what'][] => {
    const copies = found?.copies ?? 0;
    if (copies > 1) return ['doubled'];
    if (copies === 1 && !found?.whole) return ['half written'];
    if (entry.outcome === 'refused') return copies > 0 ? ['refused, yet there'] : [];
    if (entry.removal === 'acknowledged') return copies > 0 ? ['came back'] : [];
    if (entry.removal === 'unknown' || entry.outcome === 'unknown') return [];
    return copies === 0 ? ['lost'] : [];
  };

  const isServed = async (site: Site, image: string) => {
    const answer = await fetch(site.url() + image);
    const bytes = Buffer.from(await answer.arrayBuffer());
    // A WebP file says its own length, so a cut one is noticed.
    return answer.status === 200 && bytes.readUInt32LE(4) + 8 === bytes.length;
  };

  /** Compares entries with the database, and pictures with the served files. */
  const check = async (site: Site, wantedEntries: LedgerEntry[]): Promise<Problem[]> => {
    const problems: Problem[] = [];
    for (const kind of ALL_KINDS) {
      const own = wantedEntries.filter((entry) => entry.kind === kind);
      if (own.length === 0) continue;
      const rows = await site.sql<FoundRow>(
        `select mark, count(*)::int as copies, bool_and(whole) as whole, max(image) as image
         from (${writeKindOf(kind).rows}) found where mark = any($1) group by mark`,
        [own.map(({ mark }) => mark)],
      );
      const found = new Map(rows.map((row) => [row.mark, row]));
      for (const entry of own) {
        const row = found.get(entry.mark);
        problems.push(...problemsOf(entry, row).map((what) => ({ what, mark: entry.mark })));
        if (row?.image && !(await isServed(site, row.image))) problems.push({ what: 'half written', mark: entry.mark });
      }
    }
    return problems;
  };

  return {
    add: (entry: LedgerEntry) => {
      entries.set(entry.mark, entry);
      unchecked.push(entry);
    },
    /** Has an entry checked again, after something else was done to it. */
    touch: (entry: LedgerEntry) => void unchecked.push(entry),
    unknown: () => unchecked.filter(({ outcome }) => outcome === 'unknown'),
    /** Checks the entries written since the last check. */
    checkRecent: async (site: Site) => {
      const recent = [...new Set(unchecked)];
      unchecked = [];
      return check(site, recent);
    },
    /** Checks everything ever written, and the invariants. */
    checkAll: async (site: Site) => {
      const problems = await check(site, [...entries.values()]);
      for (const [what, query] of Object.entries(INVARIANTS)) {
        const [row] = await site.sql<Record<string, string>>(query);
        if (Object.values(row ?? {}).some((count) => Number(count) > 0))
          problems.push({ what: 'half written', mark: what });
      }
      return problems;
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;
