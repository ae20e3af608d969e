import { seriesOf, type Snapshot } from '#metrics/metrics.rules';

/** Upper bounds in seconds: most answers take a few milliseconds, a statement eight seconds at most. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

type AnsweredRequest = {
  method: string;
  /** The route's pattern, never the address: there are as many series as routes. */
  route: string;
  status: number;
  seconds: number;
};

/** Names of a route's series, made once, because making them is most of what a scrape would cost. */
const nameSeries = (method: string, route: string) => ({
  byClass: ['1xx', '2xx', '3xx', '4xx', '5xx'].map((status) =>
    seriesOf('pulso_requests_total', { method, route, status }),
  ),
  buckets: [...BOUNDS.map(String), '+Inf'].map((le) => seriesOf('pulso_request_seconds_bucket', { method, route, le })),
  sum: seriesOf('pulso_request_seconds_sum', { method, route }),
  count: seriesOf('pulso_request_seconds_count', { method, route }),
});

export type RequestMetrics = ReturnType<typeof openRequestMetrics>;

/** Counts the requests of this process. */
export function openRequestMetrics() {
  const countsByRoute = new Map<string, ReturnType<typeof startCounts>>();
  const startCounts = ({ method, route }: AnsweredRequest) => {
    const names = nameSeries(method, route);
    return { names, byClass: names.byClass.map(() => 0), buckets: names.buckets.map(() => 0), seconds: 0 };
  };

  return {
    count: (request: AnsweredRequest) => {
      const { method, route, status, seconds } = request;
      const key = `${method} ${route}`;
      const counts = countsByRoute.get(key) ?? startCounts(request);
      countsByRoute.set(key, counts);
      counts.byClass[Math.floor(status / 100) - 1]! += 1;
      const bound = BOUNDS.findIndex((limit) => seconds <= limit);
      counts.buckets[bound < 0 ? BOUNDS.length : bound]! += 1;
      counts.seconds += seconds;
    },

    snapshot: (): Snapshot => {
      const snapshot: Snapshot = {};
      for (const { names, byClass, buckets, seconds } of countsByRoute.values()) {
        for (const [index, count] of byClass.entries()) if (count > 0) snapshot[names.byClass[index]!] = count;
        // Each bucket has what the ones before it have, too.
        let total = 0;
        for (const [index, count] of buckets.entries()) snapshot[names.buckets[index]!] = total += count;
        snapshot[names.sum] = seconds;
        snapshot[names.count] = total;
      }
      return snapshot;
    },
  };
}
