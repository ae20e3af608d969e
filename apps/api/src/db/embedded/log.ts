import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 8 * 1024 * 1024;
const CHECK_MS = 60_000;
const TAIL_BYTES = 64 * 1024;

type ServerLog = {
  path: string;
  /** The server's stderr: a file and not a pipe, so that it neither waits for us nor breaks when we end. */
  fd: number;
  size: () => number;
  /** The server's own words for its end, among those written since the given size. */
  lastComplaint: (since: number) => string | undefined;
  close: () => void;
};

/** The server's log in the data folder: at most one full file and the one before it. */
export function openServerLog(dataDir: string): ServerLog {
  const path = join(dataDir, 'postgres.log');
  const fd = openLog(path);
  const size = () => fstatSync(fd).size;
  const cap = () => {
    try {
      if (size() <= MAX_BYTES) return;
      copyFileSync(path, `${path}.1`);
      // The server appends, so it goes on at the new end.
      ftruncateSync(fd);
    } catch {
      // A full disk, say.
    }
  };
  cap();
  const timer = setInterval(cap, CHECK_MS).unref();
  return {
    path,
    fd,
    size,
    lastComplaint: (since) => {
      const end = size();
      const start = Math.max(since <= end ? since : 0, end - TAIL_BYTES);
      const tail = Buffer.alloc(end - start);
      readSync(fd, tail, 0, tail.length, start);
      const lines = tail.toString().match(/(?<=^postgres: |\b(?:FATAL|PANIC): +).*/gm) ?? [];
      // What it answers to those who knock while it starts or stops is no reason.
      return lines.findLast((line) => !line.startsWith('the database system is'));
    },
    close: () => {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}

/** The log must never stop the service: one that cannot be written is done without. */
function openLog(path: string): number {
  try {
    return openSync(path, 'a+', 0o600);
  } catch {
    return openSync('/dev/null', 'a+');
  }
}
