import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShown } from '#navigation/navigation';

/** New rows per frame: laying out fifty at once blocks typing three times longer than acceptable. */
const MAX_NEW = 10;
/** Rows of the first frame, more than any screen holds: nobody waits for the end of a long table. */
const MAX_FIRST = 100;

type Identified = { id: number };

/** The leading rows, up to `max` new ones. */
export function upTo<Row extends Identified>(rows: Row[], before: Row[], max: number): Row[] {
  const known = new Set(before.map(({ id }) => id));
  let news = 0;
  const end = rows.findIndex((row) => !known.has(row.id) && ++news > max);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Adds replacing rows a few per frame; the first rows, as many as a screen holds, at once. */
export function useGradualRows<Row extends Identified>(rows: Row[]): Row[] {
  // Returning to a scrolled position needs all rows above it.
  const isBelow = Boolean(useShown()?.top);
  const [before, setBefore] = useState(() => (isBelow || rows.length <= MAX_FIRST ? rows : rows.slice(0, MAX_FIRST)));
  const shown = useMemo(() => {
    // A long table grows in larger steps, or laying out the existing rows again would take the most time.
    const max = Math.max(MAX_NEW, Math.floor(before.length / 5));
    return before === rows ? rows : upTo(rows, before, max);
  }, [before, rows]);
  useEffect(() => {
    if (shown === before) return undefined;
    // Deferred until these are laid out, so that keys typed meanwhile are handled first.
    const next = requestAnimationFrame(() => setBefore(shown));
    return () => cancelAnimationFrame(next);
  }, [shown, before]);
  useEffect(() => {
    if (before === rows) return undefined;
    // Printing takes the rows that are rendered at that moment.
    const drawAll = () => flushSync(() => setBefore(rows));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, [before, rows]);
  return shown;
}
