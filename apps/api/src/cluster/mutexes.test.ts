import { expect, it } from 'vitest';
import { openMutexes } from '#cluster/mutexes';

it('a turn is one process’s at a time, in order, and goes on when its process releases it or dies', () => {
  const granted: string[] = [];
  const turns = openMutexes();
  const ask = (what: 'image' | 'stranger', holder: number, id: number) =>
    turns.acquire({ what, holder, id, grant: () => granted.push(`${what} ${holder}.${id}`) });
  ask('image', 1, 1);
  ask('image', 2, 1);
  ask('stranger', 2, 2);
  ask('image', 1, 2);
  ask('image', 3, 1);
  expect(granted.splice(0)).toEqual(['image 1.1', 'stranger 2.2']);
  turns.release(1, 1);
  expect(granted.splice(0)).toEqual(['image 2.1']);
  // A waiting process leaves, and no other gets a second grant.
  turns.leave(1);
  expect(granted).toEqual([]);
  turns.leave(2);
  expect(granted.splice(0)).toEqual(['image 3.1']);
  turns.release(3, 1);
  ask('image', 4, 1);
  ask('stranger', 4, 2);
  expect(granted).toEqual(['image 4.1', 'stranger 4.2']);
});
