import { VISITED_KEY, withLocalStorage } from '#api/device-storage';
import { isTrainer, readCookie } from '#api/session';

/** A viewed item; `path` is that of its calls. */
export type VisitedItem = { path: string; id: number; name: string };

const MAX_VISITED_ITEMS = 8;

/** Stored with its user, so that the next one to log in does not see it. */
type StoredVisits = { userId: string; visited: VisitedItem[] };

const currentUserId = () => readCookie('userId') ?? '';

/** Viewed items, the latest first. */
export function readVisitedItems(): VisitedItem[] {
  const text = withLocalStorage((storage) => storage.getItem(VISITED_KEY));
  const stored = text ? (JSON.parse(text) as StoredVisits) : undefined;
  return stored?.userId === currentUserId() ? stored.visited : [];
}

function storeVisits(visited: VisitedItem[]) {
  const stored: StoredVisits = { userId: currentUserId(), visited: visited.slice(0, MAX_VISITED_ITEMS) };
  withLocalStorage((storage) => storage.setItem(VISITED_KEY, JSON.stringify(stored)));
}

const otherVisits = ({ path, id }: Omit<VisitedItem, 'name'>) =>
  readVisitedItems().filter((one) => one.path !== path || one.id !== id);

export function rememberVisit(visited: VisitedItem) {
  // Somebody who is no longer a trainer's client would stay here.
  if (visited.path === '/user' && isTrainer()) return;
  storeVisits([visited, ...otherVisits(visited)]);
}

/** Removes a deleted item from the list. */
export function forgetVisit(visited: Omit<VisitedItem, 'name'>) {
  storeVisits(otherVisits(visited));
}
