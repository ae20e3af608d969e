import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShown } from '#navigation/navigation';

/** Laying out fifty new rows at once takes three times as long as a person who types may be held up. */
const MAX_NEW = 10;
/** More than any screen holds: nobody waits for the end of a long table. */
const MAX_FIRST = 100;

type Identified = { id: number };

/** As far as there are no more new rows than that. */
export function upTo<Row extends Identified>(rows: Row[], before: Row[], max: number): Row[] {
  const known = new Set(before.map(({ id }) => id));
  let news = 0;
  const end = rows.findIndex((row) => !known.has(row.id) && ++news > max);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Rows that come in the place of others, a few in each frame; as many of the first as a screen holds at once. */
export function useGradually<Row extends Identified>(rows: Row[]): Row[] {
  // Whoever comes back to a place further down finds all that is above it.
  const isBelow = Boolean(useShown()?.top);
  const [before, setBefore] = useState(() => (isBelow || rows.length <= MAX_FIRST ? rows : rows.slice(0, MAX_FIRST)));
  const shown = useMemo(() => {
    // A long table grows by more, or laying out what is there would take the longest.
    const max = Math.max(MAX_NEW, Math.floor(before.length / 5));
    return before === rows ? rows : upTo(rows, before, max);
  }, [before, rows]);
  useEffect(() => {
    if (shown === before) return undefined;
    // Once these are laid out, so that keys typed meanwhile come first.
    const next = requestAnimationFrame(() => setBefore(shown));
    return () => cancelAnimationFrame(next);
  }, [shown, before]);
  useEffect(() => {
    if (before === rows) return undefined;
    // Paper takes what stands there.
    const drawAll = () => flushSync(() => setBefore(rows));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, [before, rows]);
  return shown;
}
