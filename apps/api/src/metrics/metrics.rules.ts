/** Values of a process by series, such as `pulso_requests_total{route="/api/user"}`. */
export type Snapshot = Record<string, number>;

type Metric = {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Of several processes the largest value counts, not the sum. */
  worst?: true;
};

const METRICS = {
  pulso_info: { type: 'gauge', help: 'Always 1; the labels say which version runs.' },
  pulso_processes: { type: 'gauge', help: 'Processes that were asked and answered.' },
  process_cpu_seconds_total: { type: 'counter', help: 'Processor time of all processes but the database.' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory of all processes but the database.' },
  pulso_event_loop_lag_seconds: {
    type: 'gauge',
    help: 'Delay of timers since the last scrape, in the process where it is longest.',
    worst: true,
  },
  pulso_requests_total: { type: 'counter', help: 'Answered requests.' },
  pulso_request_seconds: { type: 'histogram', help: 'Time from the head of a request to the end of its answer.' },
  pulso_database_up: { type: 'gauge', help: '1 if the database answered within the last seconds.' },
  pulso_database_restarts_total: { type: 'counter', help: 'Unexpected ends of the included database.' },
  pulso_database_connections: { type: 'gauge', help: 'Open connections to the database.' },
  pulso_database_queue: { type: 'gauge', help: 'Requests that wait for a free connection.' },
  pulso_database_opening: { type: 'gauge', help: 'Requests that wait for a connection to be opened.' },
  pulso_image_queue: { type: 'gauge', help: 'Images that wait to be decoded, or are.' },
  pulso_disk_free_bytes: { type: 'gauge', help: 'Room for Pulso on the disk of a folder.' },
  pulso_disk_size_bytes: { type: 'gauge', help: 'Size of the disk of a folder.' },
  pulso_backup_age_seconds: { type: 'gauge', help: 'Age of the last good backup; without one, of the installation.' },
  pulso_backup_checked_age_seconds: { type: 'gauge', help: 'Age of the last backup that was tried out.' },
  pulso_backup_trouble: { type: 'gauge', help: '1 for the trouble that the panel shows.' },
  pulso_push_pending: { type: 'gauge', help: 'Notifications that devices have not got yet.' },
  pulso_migrations: { type: 'gauge', help: 'Applied migrations; the label is the last one.' },
} satisfies Record<string, Metric>;

type MetricName = keyof typeof METRICS;
type HistogramPart = `pulso_request_seconds_${'bucket' | 'sum' | 'count'}`;

const metricOf = (name: MetricName): Metric => METRICS[name];
const escapeLabel = (value: string) => value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', String.raw`\n`);

export function seriesOf(name: MetricName | HistogramPart, labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`);
  return `${name}{${pairs.join(',')}}`;
}

/** The metric of a series, which may be a part of a histogram. */
function nameOf(series: string): MetricName {
  const [name = ''] = series.split('{', 1);
  return (name in METRICS ? name : name.replace(/_(?:bucket|sum|count)$/, '')) as MetricName;
}

export function addUp(snapshots: Snapshot[]): Snapshot {
  const total: Snapshot = {};
  for (const [series, value] of snapshots.flatMap((snapshot) => Object.entries(snapshot))) {
    const before = total[series] ?? 0;
    total[series] = metricOf(nameOf(series)).worst ? Math.max(before, value) : before + value;
  }
  return total;
}

/** Counts that go on when their process has ended. */
export const countersOf = (snapshot: Snapshot): Snapshot =>
  Object.fromEntries(Object.entries(snapshot).filter(([series]) => metricOf(nameOf(series)).type !== 'gauge'));

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The text format that Prometheus reads. */
export function formatMetrics(snapshot: Snapshot): string {
  const linesByName = new Map<MetricName, string[]>();
  for (const [series, value] of Object.entries(snapshot)) {
    const lines = linesByName.get(nameOf(series)) ?? [];
    lines.push(`${series} ${value}`);
    linesByName.set(nameOf(series), lines);
  }
  return [...linesByName]
    .flatMap(([name, lines]) => [
      `# HELP ${name} ${METRICS[name].help}`,
      `# TYPE ${name} ${METRICS[name].type}`,
      ...lines,
    ])
    .concat('')
    .join('\n');
}
