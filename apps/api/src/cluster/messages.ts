import type { PoolConfig } from 'pg';
import type { Config } from '#config';
import type { ExclusiveWork } from '#machine';
import type { Snapshot } from '#metrics/metrics.rules';

/** Start message for a worker process; not in its environment, which others may read. */
export type WorkerStartData = { config: Config; connection: PoolConfig };

export type MessageToWorker =
  | ({ kind: 'serve' } & WorkerStartData)
  | { kind: 'stop' }
  | { kind: 'granted'; id: number }
  | { kind: 'report' }
  | { kind: 'collected'; id: number; snapshot: Snapshot }
  | { kind: 'unblocked'; keys: string[][] };

export type MessageFromWorker =
  // A message sent before the worker is ready would be lost.
  | { kind: 'ready' }
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; message: string }
  | { kind: 'wake' }
  | { kind: 'calls'; count: number }
  | { kind: 'acquire'; what: ExclusiveWork; id: number }
  | { kind: 'release'; id: number }
  | { kind: 'collect'; id: number }
  | { kind: 'report'; snapshot: Snapshot }
  | { kind: 'unblocked'; keys: string[][] };
