import type { Answer } from './oracle';
import type { FuzzRequest } from './requests';

type Caller = 'admin' | 'client' | 'trainer' | 'none' | 'garbage';

const collectionOf = (url: string) => url.split('?')[0]!.split('/').slice(0, 3).join('/');

/** True for a row that was undone or ended, and can still be seen. */
export const isUndone = (data: unknown) => {
  const row = data as { state?: string; ends_on?: string } | null | undefined;
  return row?.state === 'undone' || row?.ends_on !== undefined;
};

/** The fuzzer's record of its own actions: which ids exist, and which are gone. */
export function createWorld(tokens: Record<'admin' | 'client' | 'trainer', string>) {
  const live = new Map<string, number[]>();
  const texts = new Map<string, string[]>();
  const gone = new Map<string, Set<number>>();
  const idsOf = (path: string) => live.get(path) ?? [];
  const goneOf = (path: string) => gone.get(path) ?? new Set<number>();

  const add = (path: string, id: number) => {
    gone.get(path)?.delete(id);
    if (!idsOf(path).includes(id)) live.set(path, [...idsOf(path), id]);
  };
  const drop = (path: string, id: number) => {
    live.set(
      path,
      idsOf(path).filter((other) => other !== id),
    );
    gone.set(path, goneOf(path).add(id));
  };

  /** '/api/level' of 'level_id', '/api/training' of 'trainings', '/api/category-product' of 'category_id'. */
  const pathFor = (field: string): string | undefined => {
    const noun = field.replace(/_?id$/i, '').replace(/s$/, '').replaceAll('_', '-').toLowerCase();
    const paths = [...live.keys()];
    const spelled = noun === 'subscription' || noun === 'plan' ? 'suscription' : noun;
    return (
      paths.find((path) => path === `/api/${spelled}`) ??
      paths.find((path) => path.replace(/s$/, '') === `/api/${spelled}`) ??
      paths.find((path) => path.slice(5).split('-').includes(spelled))
    );
  };
  const choose = (ids: number[], choice: number) => ids[choice % Math.max(ids.length, 1)] ?? 1;

  return {
    tokens,
    live,
    goneOf,
    idFor(field: string, choice: number): number {
      const path = pathFor(field) ?? [...live.keys()][choice % Math.max(live.size, 1)] ?? '';
      // Now and then an id that is gone is used.
      const dead = [...goneOf(path)];
      return choice % 13 === 0 && dead.length > 0 ? choose(dead, choice) : choose(idsOf(path), choice);
    },
    textFor: (field: string, choice: number): string | undefined => {
      const stored = texts.get(field) ?? [];
      return stored[choice % Math.max(stored.length, 1)];
    },
    /** An id for the thing that the address names: existing, gone, or another one's. */
    idOf(url: string, choice: number): number {
      const path = url.includes('/by-') ? `/api/${/by-([\w-]+)/.exec(url)?.[1]}` : collectionOf(url);
      const dead = [...goneOf(path)];
      if (dead.length > 0 && (/restore$|erase$/.test(url) ? choice % 2 === 0 : choice % 7 === 0))
        return choose(dead, choice);
      if (choice % 29 === 0) return choice % 50;
      // Only the last word about a subscription can be taken back.
      return path === '/api/period' ? (idsOf(path).at(-1) ?? 1) : choose(idsOf(path), choice);
    },
    headersOf(who: Caller): Record<string, string> {
      if (who === 'none') return {};
      return { authorization: `Bearer ${who === 'garbage' ? 'no.es.token' : tokens[who]}` };
    },
    /** Records the effect of a request. */
    learn({ route, url, payload, kind }: FuzzRequest, { status, data }: Answer) {
      if (!route || status >= 300) return;
      if (kind === 'valid' && typeof payload === 'string')
        for (const [field, value] of Object.entries(JSON.parse(payload) as object))
          if (typeof value === 'string') texts.set(field, [value, ...(texts.get(field) ?? [])].slice(0, 5));
      const path = collectionOf(url);
      const id = Number(/\/(\d+)(?:\/|$|\?)/.exec(url)?.[1]);
      const made = (data as { id?: unknown } | null | undefined)?.id;
      const isOwn = route.url === `${path}/:id`;
      const makes = route.method === 'POST' || route.method === 'PUT';
      const period = (data as { period?: { id?: unknown } | null } | null | undefined)?.period?.id;
      if (typeof period === 'number') add('/api/period', period);
      // A close is read at another address than it is made.
      const isListed = route.url === path || route.url === '/api/till/close';
      if (makes && isListed && typeof made === 'number') add(path, made);
      else if (route.url === '/api/trash/:id/restore')
        // It is one of those that have this id.
        for (const ids of gone.values()) ids.delete((data as { entity_id: number }).entity_id);
      else if (route.url === `${path}/:id/restore`) add(path, typeof made === 'number' ? made : id);
      else if (route.method === 'DELETE' && isOwn && !isUndone(data)) drop(path, id);
    },
    /** Records the state of a row that two requests changed at once, by the status that it has now. */
    settle(path: string, id: number, status?: number) {
      if (status === 200) add(path, id);
      // An id that nobody had yet may be given to somebody later.
      else if (!idsOf(path).includes(id)) return;
      else drop(path, id);
      // The row may be there or not.
      if (status !== 200 && status !== 404) gone.get(path)?.delete(id);
    },
    /** Why the answer contradicts what was done before; undefined if it does not. */
    contradiction({ route, url }: FuzzRequest, { status, data }: Answer): string | undefined {
      if (!route || status >= 300) return undefined;
      const path = collectionOf(url);
      const id = Number(/^\/api\/[\w-]+\/(\d+)(?:$|\?|\/)/.exec(url)?.[1]);
      if (
        route.url.includes(':id') &&
        !route.url.endsWith('/restore') &&
        !route.url.endsWith('/erase') &&
        goneOf(path).has(id)
      )
        return `${path}/${id} was deleted and still answers`;
      if (route.method === 'GET' && route.url === path && Array.isArray(data)) {
        const shown = data.map((row) => (row as { id?: number }).id);
        const ghost = shown.find((one) => one !== undefined && goneOf(path).has(one));
        if (ghost !== undefined) return `${path} lists ${ghost}, which was deleted`;
      }
      return undefined;
    },
  };
}

export type World = ReturnType<typeof createWorld>;
