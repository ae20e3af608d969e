import type { PoolConfig } from 'pg';
import type { Config } from '#config';
import type { Exclusive } from '#machine';

/** Start message for a worker process; not in its environment, which others may read. */
export type WorkerOrder = { config: Config; connection: PoolConfig };

export type ToWorker =
  | ({ kind: 'serve' } & WorkerOrder)
  | { kind: 'stop' }
  | { kind: 'granted'; id: number }
  | { kind: 'unblocked'; keys: string[][] };

export type FromWorker =
  // A message sent before the worker is ready would be lost.
  | { kind: 'ready' }
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; message: string }
  | { kind: 'wake' }
  | { kind: 'calls'; count: number }
  | { kind: 'acquire'; what: Exclusive; id: number }
  | { kind: 'release'; id: number }
  | { kind: 'unblocked'; keys: string[][] };
