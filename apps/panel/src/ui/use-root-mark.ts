import { useLayoutEffect } from 'react';

const counts = new Map<string, number>();

/**
 * Says at the root what stands somewhere in the page, for styles elsewhere. With `:has()` at the root the browser would go
 * through the styles of the whole page whenever anything comes or goes.
 */
export function useRootMark(name: `data-${string}`) {
  useLayoutEffect(() => {
    const count = (change: number) => {
      const number = (counts.get(name) ?? 0) + change;
      counts.set(name, number);
      document.documentElement.toggleAttribute(name, number > 0);
    };
    count(1);
    return () => count(-1);
  }, [name]);
}
