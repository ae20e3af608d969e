import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is being printed, for content that only paper needs. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const paper = matchMedia('print');
    // Rendered at once: the browser prints the page as it is when the event ends.
    const show = (next: boolean) => flushSync(() => setPrinting(next));
    const begin = () => show(true);
    const end = () => show(false);
    const change = ({ matches }: MediaQueryListEvent) => show(matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    paper.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      paper.removeEventListener('change', change);
    };
  }, []);
  return printing;
}
