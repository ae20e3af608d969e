/** No head yet, between requests, its body on the way, being answered; and the same once it has had a session. */
export type Rank =
  | 'silent'
  | 'idle'
  | 'receiving'
  | 'answering'
  | 'session-idle'
  | 'session-receiving'
  | 'session-busy';

/** Before this time a silent connection cannot be told from one whose head has not been read yet. */
const GRACE_MS = 500;

type EvictionStep = { rank: Rank; isYoung?: true; onlyToKnown?: true };
const OLD_SILENT_STEP: EvictionStep = { rank: 'silent' };
/** The order in which connections give way to a newcomer, some only to one whose address has had a session. */
const EVICTION_ORDER: EvictionStep[] = [
  OLD_SILENT_STEP,
  { rank: 'idle' },
  { rank: 'silent', isYoung: true, onlyToKnown: true },
  { rank: 'receiving' },
  { rank: 'answering', onlyToKnown: true },
  { rank: 'session-idle', onlyToKnown: true },
  { rank: 'session-receiving', onlyToKnown: true },
];
const MAX_KNOWN_ADDRESSES = 10_000;

export type RosterLimits = {
  maxTotal: number;
  /** Places of `maxTotal` that only addresses with a session may take. */
  reserved: number;
  /** Well above an office with all its machines behind one address. */
  maxPerAddress: number;
  /** The connections of an address that have not sent a whole head yet. */
  maxSilent: number;
};

type RankedSets<T> = { size: number; of: Record<Rank, Set<T>> };
const newRankedSets = <T>(): RankedSets<T> => ({
  size: 0,
  of: {
    ...{ silent: new Set<T>(), idle: new Set<T>(), receiving: new Set<T>(), answering: new Set<T>() },
    ...{ 'session-idle': new Set<T>(), 'session-receiving': new Set<T>(), 'session-busy': new Set<T>() },
  },
});

/** The open connections by rank, so that whichever has done least is found without a search. A trusted proxy has no address. */
export function openRoster<T extends object>(limits: RosterLimits, now = () => performance.now()) {
  const { maxTotal, reserved, maxPerAddress, maxSilent } = limits;
  const all = newRankedSets<T>();
  const byAddress = new Map<string, RankedSets<T>>();
  const members = new Map<T, { rank: Rank; since: number; address: string | undefined }>();
  /** The addresses that have shown a session, the latest last. */
  const knownAddresses = new Set<string>();

  const remove = (member: T) => {
    const place = members.get(member);
    if (!place) return;
    const { address, rank } = place;
    members.delete(member);
    const own = address === undefined ? undefined : byAddress.get(address);
    for (const ranked of own ? [all, own] : [all]) {
      ranked.of[rank].delete(member);
      ranked.size -= 1;
    }
    if (address !== undefined && own?.size === 0) byAddress.delete(address);
  };
  const put = (member: T, rank: Rank, address: string | undefined) => {
    members.set(member, { rank, since: now(), address });
    const own = address === undefined ? undefined : (byAddress.get(address) ?? newRankedSets<T>());
    if (address !== undefined && own) byAddress.set(address, own);
    for (const ranked of own ? [all, own] : [all]) {
      ranked.of[rank].add(member);
      ranked.size += 1;
    }
  };
  /** A set has the order in which its members came: the first has been of that rank for longest. */
  const leastUseful = ({ of }: RankedSets<T>, steps: EvictionStep[]): T | undefined => {
    for (const { rank, isYoung } of steps) {
      const [first] = of[rank];
      if (first && (rank !== 'silent' || isYoung || now() - members.get(first)!.since >= GRACE_MS)) return first;
    }
    return undefined;
  };

  return {
    remove,
    /** Takes a new connection in. Answers those that it takes the place of, or 'full' where nobody has done less. */
    admit(member: T, address: string | undefined): T[] | 'full' {
      const isKnown = address !== undefined && knownAddresses.has(address);
      const steps = EVICTION_ORDER.filter(({ onlyToKnown }) => isKnown || !onlyToKnown);
      const dropped: T[] = [];
      const drop = (ranked: RankedSets<T>, allowed: EvictionStep[]) => {
        const leastUsefulMember = leastUseful(ranked, allowed);
        if (!leastUsefulMember) return false;
        remove(leastUsefulMember);
        dropped.push(leastUsefulMember);
        return true;
      };
      const own = address === undefined ? undefined : byAddress.get(address);
      if (own && own.of.silent.size >= maxSilent) drop(own, [OLD_SILENT_STEP]);
      if (own && own.size >= maxPerAddress && !drop(own, steps)) return 'full';
      if (all.size >= maxTotal - (isKnown || address === undefined ? 0 : reserved) && !drop(all, steps)) return 'full';
      put(member, 'silent', address);
      return dropped;
    },
    move(member: T, rank: Rank) {
      const place = members.get(member);
      if (!place || place.rank === rank) return;
      remove(member);
      put(member, rank, place.address);
      if (!rank.startsWith('session') || place.address === undefined) return;
      knownAddresses.delete(place.address);
      knownAddresses.add(place.address);
      const [oldest] = knownAddresses;
      if (knownAddresses.size > MAX_KNOWN_ADDRESSES && oldest !== undefined) knownAddresses.delete(oldest);
    },
  };
}
