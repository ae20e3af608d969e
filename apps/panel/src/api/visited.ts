import { VISITED, withStorage } from '#api/device';
import { readCookie } from '#api/session';

/** A viewed item; `path` is that of its calls. */
export type Visited = { path: string; id: number; name: string };

const MAX_VISITED = 8;

/** Stored with its user, so that the next one to log in does not see it. */
type Stored = { userId: string; visited: Visited[] };

const ownId = () => readCookie('userId') ?? '';

/** Viewed items, the latest first. */
export function readVisited(): Visited[] {
  const text = withStorage((storage) => storage.getItem(VISITED));
  const stored = text ? (JSON.parse(text) as Stored) : undefined;
  return stored?.userId === ownId() ? stored.visited : [];
}

function store(visited: Visited[]) {
  const stored: Stored = { userId: ownId(), visited: visited.slice(0, MAX_VISITED) };
  withStorage((storage) => storage.setItem(VISITED, JSON.stringify(stored)));
}

const others = ({ path, id }: Omit<Visited, 'name'>) =>
  readVisited().filter((one) => one.path !== path || one.id !== id);

export function rememberVisit(visited: Visited) {
  store([visited, ...others(visited)]);
}

/** Removes a deleted item from the list. */
export function forgetVisit(visited: Omit<Visited, 'name'>) {
  store(others(visited));
}
