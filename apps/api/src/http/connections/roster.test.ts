import { describe, expect, it } from 'vitest';
import { openRoster, type Rank } from '#http/connections/roster';

const LIMITS = { maxTotal: 6, reserved: 2, maxPerAddress: 4, maxSilent: 3 };

function openTestRoster(limits = LIMITS) {
  let clock = 0;
  const roster = openRoster<{ name: string }>(limits, () => clock);
  const members: Record<string, { name: string }> = {};
  return {
    wait: () => (clock += 1_000),
    /** The names of those that it takes the place of. */
    admit: (name: string, address?: string, rank?: Rank) => {
      members[name] = { name };
      const dropped = roster.admit(members[name], address);
      if (rank) roster.move(members[name], rank);
      return dropped === 'full' ? dropped : dropped.map((one) => one.name);
    },
    move: (name: string, rank: Rank) => roster.move(members[name]!, rank),
    close: (name: string) => roster.remove(members[name]!),
  };
}

describe('X14 whoever has done least gives way', () => {
  it('to a newcomer of the same address: silent ones first, then the longest idle, then those whose body stalls', () => {
    const { admit, wait } = openTestRoster({ ...LIMITS, maxTotal: 8 });
    for (const [name, rank] of [
      ['body', 'receiving'],
      ['idle', 'idle'],
      ['later', 'idle'],
    ] as const)
      admit(name, 'a', rank);
    admit('silent', 'a');
    wait();
    expect(admit('1', 'a', 'answering')).toEqual(['silent']);
    expect(admit('2', 'a', 'answering')).toEqual(['idle']);
    expect(admit('3', 'a', 'answering')).toEqual(['later']);
    expect(admit('4', 'a', 'answering')).toEqual(['body']);
    expect(admit('5', 'a')).toBe('full');
    expect(admit('6', 'b')).toEqual([]);
  });

  it('but not before its head could have been read', () => {
    const { admit, wait, close } = openTestRoster({ ...LIMITS, maxTotal: 12 });
    for (const name of ['1', '2', '3', '4']) expect(admit(name, 'a')).toEqual([]);
    expect(admit('5', 'a')).toBe('full');
    wait();
    expect(admit('6', 'a')).toEqual(['1']);
    // To an address that has a session it does, before whatever has sent a head: hundreds may come in a second.
    admit('mine', 'b', 'session-idle');
    close('mine');
    admit('asks', 'b', 'answering');
    for (const name of ['7', '8', '9']) admit(name, 'b');
    expect(admit('10', 'b')).toEqual(['7']);
  });

  it('to an address that has a session, also while it is answered or rests in one; what a session asks for stays', () => {
    const { admit, move } = openTestRoster();
    admit('mine', 'a', 'session-idle');
    for (const name of ['1', '2', '3']) admit(name, 'a', 'answering');
    expect(admit('new', 'a')).toEqual(['1']);
    move('new', 'session-busy');
    expect([admit('next', 'a', 'session-busy'), admit('last', 'a', 'session-receiving')]).toEqual([['2'], ['3']]);
    expect(admit('more', 'a', 'session-busy')).toEqual(['mine']);
    // A body on the way gives way last: nobody knows whether it will ever come.
    expect(admit('most', 'a', 'session-busy')).toEqual(['last']);
    expect(admit('none', 'a')).toBe('full');
  });

  it('of all, where all places are taken; some are for addresses with a session alone', () => {
    const { admit, close } = openTestRoster();
    admit('mine', 'a', 'session-idle');
    for (const [name, address] of [
      ['1', 'b'],
      ['2', 'c'],
      ['3', 'd'],
    ] as const)
      admit(name, address, 'answering');
    expect(admit('stranger', 'e')).toBe('full');
    expect([admit('4', 'a', 'answering'), admit('5', 'a', 'answering')]).toEqual([[], []]);
    expect(admit('6', 'a')).toEqual(['1']);
    close('6');
    expect(admit('7', undefined)).toEqual([]);
  });
});
