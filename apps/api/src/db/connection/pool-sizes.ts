import type { Machine } from '#machine';

// Totals of all serving processes; with the primary's and the push thread's they fit the included server's 57.
const MAX_MAIN_CONNECTIONS = 32;
const MAX_LOGIN_CONNECTIONS = 6;
/** More connections do not help one process. */
const CONNECTIONS_PER_PROCESS = { main: 12, login: 3 };
/** The process that owns the database only does chores when others serve. */
const PRIMARY_CONNECTIONS = 3;

/** The sizes of the pools of each process that serves, and of the one that owns the database. */
export function poolSizes({ processes }: Pick<Machine, 'processes'>) {
  const share = (total: number, max: number) => Math.min(Math.max(Math.floor(total / processes), 1), max);
  const main = share(MAX_MAIN_CONNECTIONS, CONNECTIONS_PER_PROCESS.main);
  return {
    main,
    login: share(MAX_LOGIN_CONNECTIONS, CONNECTIONS_PER_PROCESS.login),
    primary: processes === 1 ? main : PRIMARY_CONNECTIONS,
  };
}
