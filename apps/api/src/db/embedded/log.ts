import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const MAX_LOG_BYTES = 8 * 1024 * 1024;
const CHECK_INTERVAL_MS = 60_000;
const TAIL_BYTES = 64 * 1024;

type ServerLog = {
  path: string;
  /** The server's stderr: a file, because a pipe would break when our process ends. */
  fd: number;
  size: () => number;
  /** The last FATAL or PANIC message written since the log had the given size. */
  lastFatal: (since: number) => string | undefined;
  close: () => void;
};

/** The server's log in the data folder, rotated to one older file. */
export function openServerLog(dataDir: string): ServerLog {
  const path = join(dataDir, 'postgres.log');
  const fd = openLog(path);
  const size = () => fstatSync(fd).size;
  const cap = () => {
    try {
      if (size() <= MAX_LOG_BYTES) return;
      copyFileSync(path, `${path}.1`);
      // The server appends, so it continues at the new end.
      ftruncateSync(fd);
    } catch {
      // The log stays as it is, for example on a full disk.
    }
  };
  cap();
  const timer = setInterval(cap, CHECK_INTERVAL_MS).unref();
  return {
    path,
    fd,
    size,
    lastFatal: (since) => {
      const end = size();
      const start = Math.max(since <= end ? since : 0, end - TAIL_BYTES);
      const tail = Buffer.alloc(end - start);
      readSync(fd, tail, 0, tail.length, start);
      const lines = tail.toString().match(/(?<=^postgres: |\b(?:FATAL|PANIC): +).*/gm) ?? [];
      // Refusals of connections while the server starts or stops do not count.
      return lines.findLast((line) => !line.startsWith('the database system is'));
    },
    close: () => {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}

/** A log that cannot be written must not stop the service. */
function openLog(path: string): number {
  try {
    return openSync(path, 'a+', 0o600);
  } catch {
    return openSync('/dev/null', 'a+');
  }
}
