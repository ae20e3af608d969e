import { fastify, type FastifyBaseLogger, type FastifyServerOptions } from 'fastify';
import type { Config } from '#config';

type LogLine = { level: number; time: number; msg?: string; error?: { message?: string; stack?: string } };

const WARN = 40;
const ERROR = 50;

/** One line of the log as a person reads it at a terminal. */
export function inPlainWords(line: string): string {
  // The process and its machine are the reader's own.
  const {
    level,
    time,
    msg,
    error,
    pid: _pid,
    hostname: _host,
    reqId: _id,
    ...details
  } = JSON.parse(line) as LogLine & Record<string, unknown>;
  const clock = new Date(time).toLocaleTimeString('es-AR', { hour12: false });
  const label = level >= ERROR ? ['ERROR'] : level >= WARN ? ['AVISO'] : [];
  const rest = Object.keys(details).length > 0 ? [JSON.stringify(details)] : [];
  const reason = error ? [`\n${error.stack ?? error.message}`] : [];
  return `${[clock, ...label, msg, ...rest, ...reason].join(' ')}\n`;
}

/** JSON on the stream of errors; where that is a terminal, words, and only what a person has to know. */
export const logOptions = ({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>) =>
  ({
    level: LOG_LEVEL ?? (process.stderr.isTTY ? 'warn' : 'info'),
    stream: process.stderr.isTTY
      ? { write: (line: string) => void process.stderr.write(inPlainWords(line)) }
      : process.stderr,
  }) satisfies FastifyServerOptions['logger'];

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** Fastify brings the logger along. */
export const openLog = (config: Config): Log => fastify({ logger: logOptions(config) }).log;

/** Until it serves, bare lines for whoever starts it and waits; from then on, lines of the log. */
export function openReporter(log: Log) {
  let isServing = false;
  const say = (level: 'info' | 'warn' | 'error', stream: NodeJS.WriteStream) => (line: string) =>
    isServing ? log[level](line) : void stream.write(`${line}\n`);
  return {
    info: say('info', process.stdout),
    warn: say('warn', process.stderr),
    error: say('error', process.stderr),
    beginToServe: () => {
      isServing = true;
    },
  };
}
