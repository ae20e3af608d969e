import { useLayoutEffect } from 'react';

const mountCounts = new Map<string, number>();

/**
 * Sets an attribute on the root element while the component is mounted, for styles elsewhere. With `:has()` at the root
 * the browser would recompute the styles of the whole page whenever anything is added or removed.
 */
export function useRootAttribute(name: `data-${string}`) {
  useLayoutEffect(() => {
    const count = (change: number) => {
      const number = (mountCounts.get(name) ?? 0) + change;
      mountCounts.set(name, number);
      document.documentElement.toggleAttribute(name, number > 0);
    };
    count(1);
    return () => count(-1);
  }, [name]);
}
