import type { Problem } from './ledger';
import type { SendResult } from './site';

const PROBLEM_KINDS = ['lost', 'half written', 'doubled', 'came back', 'refused, yet there'] as const;

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)];

const formatSeconds = (ms: number | undefined) => (ms === undefined ? '–' : `${(ms / 1_000).toFixed(2)} s`);

type TallyLine = { faults: number; recoveries: number[]; acknowledged: number; problems: Problem[] };

/** Results by kind of fault; printed at the end. */
export function createTally() {
  const lines = new Map<string, TallyLine>();
  const notes: string[] = [];
  let written = 0;
  let cut = 0;
  let unexpected = 0;
  const lineOf = (fault: string) => {
    const line = lines.get(fault) ?? { faults: 0, recoveries: [], acknowledged: 0, problems: [] };
    lines.set(fault, line);
    return line;
  };
  const all = () => [...lines.values()];
  const sum = (of: (line: TallyLine) => number) => all().reduce((total, line) => total + of(line), 0);
  const row = (name: string, { faults, recoveries, acknowledged, problems }: TallyLine) =>
    [
      name.padEnd(30),
      ...[faults, acknowledged, ...PROBLEM_KINDS.map((what) => problems.filter((one) => one.what === what).length)].map(
        (value) => String(value).padStart(9),
      ),
      formatSeconds(percentile(recoveries, 0.95)).padStart(10),
      formatSeconds(recoveries.length > 0 ? Math.max(...recoveries) : undefined).padStart(10),
    ].join('');

  return {
    answered: ({ status, isCut }: SendResult) => {
      if (status !== undefined && status < 300) written += 1;
      if (isCut) cut += 1;
      // 503 is what the product says while it cannot serve; anything else above 499 is a fault of its own.
      if (status !== undefined && status >= 500 && status !== 503) unexpected += 1;
    },
    struck: (fault: string, { recoveryMs, acknowledged = 0 }: { recoveryMs?: number; acknowledged?: number } = {}) => {
      const line = lineOf(fault);
      line.faults += 1;
      line.acknowledged += acknowledged;
      if (recoveryMs !== undefined) line.recoveries.push(recoveryMs);
    },
    found: (fault: string, problems: Problem[]) => {
      if (problems.length > 0) lineOf(fault).problems.push(...problems);
    },
    /** Something that a table of counts cannot say. */
    note: (sentence: string) => void notes.push(sentence),
    /** How many writes were answered well. */
    written: () => written,
    faults: () => sum(({ faults }) => faults),
    slowestRecoveryMs: () => Math.max(...all().flatMap(({ recoveries }) => recoveries)),
    /** Answers that began and did not end. */
    cutShort: () => cut,
    isClean: () => sum(({ problems }) => problems.length) === 0 && unexpected === 0,
    toString: () => {
      const head = ['faults', 'writes', 'lost', 'half', 'doubled', 'revived', 'refused*'];
      const total: TallyLine = {
        faults: sum(({ faults }) => faults),
        acknowledged: sum(({ acknowledged }) => acknowledged),
        recoveries: all().flatMap(({ recoveries }) => recoveries),
        problems: all().flatMap(({ problems }) => problems),
      };
      return [
        `${' '.repeat(30)}${head.map((name) => name.padStart(9)).join('')}${'p95'.padStart(10)}${'slowest'.padStart(10)}`,
        ...[...lines].map(([name, line]) => row(name, line)),
        row('all', total),
        `* refused, and there all the same. Writes are those acknowledged. Answers cut short: ${cut}; 5xx other than 503: ${unexpected}.`,
        ...total.problems.slice(0, 20).map(({ what, mark }) => `  ${what}: ${mark}`),
        ...notes,
      ].join('\n');
    },
  };
}

export type Tally = ReturnType<typeof createTally>;
