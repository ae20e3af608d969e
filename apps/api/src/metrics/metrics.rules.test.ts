import { describe, expect, it } from 'vitest';
import { addUp, countersOf, formatMetrics, seriesOf } from '#metrics/metrics.rules';
import { openRequestMetrics } from '#metrics/request-metrics';

const request = { method: 'GET', route: '/api/level/:id', status: 200, seconds: 0.003 };

describe('M5 the metrics of requests', () => {
  it('are counted by method, route and class of status, and their times in growing buckets', () => {
    const requests = openRequestMetrics();
    // Sums of powers of two are exact.
    for (const seconds of [2 ** -8, 2 ** -8, 2 ** -6, 9]) requests.count({ ...request, seconds });
    requests.count({ ...request, status: 404, seconds: 0.5 });
    const lines = formatMetrics(requests.snapshot()).split('\n');
    const labels = 'method="GET",route="/api/level/:id"';
    expect(lines.filter((line) => !line.startsWith('# HELP'))).toEqual([
      '# TYPE pulso_requests_total counter',
      `pulso_requests_total{${labels},status="2xx"} 4`,
      `pulso_requests_total{${labels},status="4xx"} 1`,
      '# TYPE pulso_request_seconds histogram',
      ...Object.entries({ 0.005: 2, 0.01: 2, 0.025: 3, 0.05: 3, 0.1: 3, 0.25: 3, 1: 4, 5: 4, '+Inf': 5 })
        .sort(([, one], [, other]) => one - other)
        .map(([le, count]) => `pulso_request_seconds_bucket{${labels},le="${le}"} ${count}`),
      `pulso_request_seconds_sum{${labels}} 9.5234375`,
      `pulso_request_seconds_count{${labels}} 5`,
      '',
    ]);
  });

  it('are one series for a route, whatever the address', () => {
    const requests = openRequestMetrics();
    for (let times = 0; times < 1_000; times += 1) requests.count(request);
    expect(Object.keys(requests.snapshot()).length).toBeLessThan(20);
  });
});

describe('M5 the metrics of several processes', () => {
  const lag = seriesOf('pulso_event_loop_lag_seconds', { quantile: '1' });

  it('add up, but for a lag, of which the longest counts', () => {
    const one = { pulso_processes: 1, process_cpu_seconds_total: 2, [lag]: 0.5 };
    const other = { pulso_processes: 1, process_cpu_seconds_total: 3, [lag]: 0.1, pulso_push_pending: 7 };
    expect(addUp([one, other])).toEqual({
      pulso_processes: 2,
      process_cpu_seconds_total: 5,
      [lag]: 0.5,
      pulso_push_pending: 7,
    });
  });

  it('leave counters behind when a process ends, and no gauge', () => {
    const requests = openRequestMetrics();
    requests.count(request);
    const counted = requests.snapshot();
    expect(countersOf({ ...counted, pulso_processes: 1, [lag]: 1 })).toEqual(counted);
  });
});

it('M5 a label may hold anything', () => {
  expect(seriesOf('pulso_info', { version: 'a"b\\c\nd' })).toBe(String.raw`pulso_info{version="a\"b\\c\nd"}`);
});
