import type { PoolConfig } from 'pg';
import type { Config } from '#config';
import type { Exclusive } from '#machine';

/** What a worker process gets at its start; by message, because others may read its environment. */
export type WorkerOrder = { config: Config; connection: PoolConfig };

export type ToWorker =
  | ({ kind: 'serve' } & WorkerOrder)
  | { kind: 'stop' }
  | { kind: 'granted'; id: number }
  | { kind: 'unblocked'; keys: string[][] };

export type FromWorker =
  // What comes before it is listening for messages would be lost.
  | { kind: 'ready' }
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; message: string }
  | { kind: 'wake' }
  | { kind: 'calls'; count: number }
  | { kind: 'acquire'; what: Exclusive; id: number }
  | { kind: 'release'; id: number }
  | { kind: 'unblocked'; keys: string[][] };
