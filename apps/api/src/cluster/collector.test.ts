import { expect, it } from 'vitest';
import { openCollector } from '#cluster/collector';

const reported = (requests: number) => ({ pulso_processes: 1, process_cpu_seconds_total: requests });

it('M5 metrics are those of all processes, and go on from what an ended one had counted', async () => {
  const collector = openCollector();
  const first = collector.collect([1, 2]);
  collector.take(1, reported(10));
  collector.take(2, reported(20));
  expect(await first).toEqual({ pulso_processes: 2, process_cpu_seconds_total: 30 });

  // One ends before it reports again, and another comes in its place.
  const second = collector.collect([1, 2]);
  collector.take(1, reported(11));
  collector.leave(2);
  expect(await second).toEqual({ pulso_processes: 1, process_cpu_seconds_total: 31 });
  const third = collector.collect([1, 3]);
  collector.take(3, reported(1));
  collector.take(1, reported(12));
  expect(await third).toEqual({ pulso_processes: 2, process_cpu_seconds_total: 33 });
});

it('M5 metrics of a process that hangs are those that it reported last', async () => {
  const collector = openCollector(10);
  collector.take(1, reported(10));
  const collected = collector.collect([1, 2]);
  collector.take(2, reported(5));
  expect(await collected).toEqual({ pulso_processes: 2, process_cpu_seconds_total: 15 });
});
