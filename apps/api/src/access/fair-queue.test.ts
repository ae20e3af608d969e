import { describe, expect, it } from 'vitest';
import { openFairQueue, serveQueues } from '#access/fair-queue';

/** Tasks that end when the test says so, with the order in which they began. */
function openManualTasks() {
  const begun: string[] = [];
  const refused: string[] = [];
  const endings: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      endings.push(() => resolve(name));
    });
  const queue = (maxPerKey: number, maxTotal: number) =>
    openFairQueue({ maxPerKey, maxTotal, refusal: () => new Error('full') });
  const note = (name: string) => () => void refused.push(name);
  /** Ends the running tasks one after the other until none is left. */
  const finish = async () => {
    for (let end = endings.shift(); end; end = endings.shift()) {
      end();
      await new Promise(setImmediate);
    }
  };
  return { begun, refused, work, queue, note, finish };
}

describe('a fair queue', () => {
  it('X4 lets keys take turns, whoever sent how many', async () => {
    const { begun, work, queue, finish } = openManualTasks();
    const only = queue(10, 20);
    const run = serveQueues([[only]]);
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => run(only, name[0] ?? '', work(name)));
    await finish();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
    expect(await Promise.all(all)).toHaveLength(7);
  });

  it('X4 refuses what is too much of one key at once', async () => {
    const { begun, refused, work, queue, note, finish } = openManualTasks();
    const only = queue(2, 20);
    const run = serveQueues([[only]]);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void run(only, name[0] ?? '', work(name)).catch(note(name));
    await finish();
    expect(refused).toEqual(['a4']);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('X4 when it is full makes room for a newcomer at the cost of whoever has most, and of nobody else', async () => {
    const { begun, refused, work, queue, note, finish } = openManualTasks();
    const only = queue(4, 4);
    const run = serveQueues([[only]]);
    for (const name of ['x1', 'a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1', 'b2'])
      void run(only, name[0] ?? '', work(name)).catch(note(name));
    await finish();
    expect(refused).toEqual(['a3', 'a2', 'e1', 'b2']);
    expect(begun).toEqual(['x1', 'a1', 'b1', 'c1', 'd1']);
  });

  it('is served by its workers only, and goes on after work that failed', async () => {
    const { begun, refused, work, queue, note, finish } = openManualTasks();
    const [first, second] = [queue(9, 9), queue(9, 9)];
    const run = serveQueues([[first, second], [second]]);
    const failing = () => Promise.reject(new Error('no'));
    void run(first, 'k', failing).catch(note('failing'));
    for (const name of ['f1', 'f2', 'f3']) void run(first, 'k', work(name));
    for (const name of ['s1', 's2']) void run(second, 'k', work(name));
    expect(begun).toEqual(['s1']);
    await new Promise(setImmediate);
    expect(begun).toEqual(['s1', 'f1']);
    await finish();
    expect(refused).toEqual(['failing']);
    expect(begun).toEqual(['s1', 'f1', 's2', 'f2', 'f3']);
  });
});
